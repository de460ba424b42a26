#include "engine/tasks/causal/packedtexts.h"

#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <utility>

namespace motley {

PackedTexts::PackedTexts(std::vector<TrainingTokens> rows, std::vector<PackedSequence> sequences, std::int64_t length)
    : m_rows(std::move(rows)), m_sequences(std::move(sequences)), m_length(length)
{
    for (const PackedSequence &sequence : m_sequences) {
        double weight = 0;
        for (const PackedRow &row : sequence.rows)
            for (std::int64_t token = 1; token < row.length; ++token)
                weight += isLearned(row, token);
        m_weights.push_back(weight);
    }
}

bool PackedTexts::isLearned(const PackedRow &row, std::int64_t token) const
{
    return m_rows[std::size_t(row.row)].learned[std::size_t(token)] != 0;
}

std::uint64_t PackedTexts::fingerprint() const
{
    DataHash hash;
    hash.add(m_length);
    for (const PackedSequence &sequence : m_sequences)
        for (const PackedRow &row : sequence.rows) {
            hash.add(row.begin);
            hash.add(row.length);
            hash.add(m_rows[std::size_t(row.row)].ids);
            hash.add(m_rows[std::size_t(row.row)].learned);
        }
    return hash.value();
}

Batch PackedTexts::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> /*key*/) const
{
    const std::array<std::int64_t, 2> size{std::int64_t(ids.size()), m_length};
    const at::Tensor given = at::zeros(size, at::kLong);
    const at::Tensor expected = at::full(size, ignored, at::kLong);
    const at::Tensor segments = at::empty(size, at::kLong);
    for (std::size_t sample = 0; sample < ids.size(); ++sample) {
        const PackedSequence &sequence = m_sequences[std::size_t(ids[sample])];
        const std::int64_t to = std::int64_t(sample) * m_length;
        const auto ofSegments = segmentsOf(sequence, m_length);
        std::copy(ofSegments.begin(), ofSegments.end(), segments.data_ptr<std::int64_t>() + to);
        for (const PackedRow &row : sequence.rows) {
            const TokenIds &tokens = m_rows[std::size_t(row.row)].ids;
            std::copy_n(tokens.begin(), row.length, given.data_ptr<std::int64_t>() + to + row.begin);
            std::int64_t *const next = expected.data_ptr<std::int64_t>() + to + row.begin;
            for (std::int64_t token = 1; token < row.length; ++token)
                if (isLearned(row, token))
                    next[token - 1] = tokens[std::size_t(token)];
        }
    }
    return {{given, segments}, {expected}, std::int64_t(ids.size())};
}

double PackedTexts::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> /*key*/) const
{
    double sum = 0;
    for (const std::int64_t id : ids)
        sum += m_weights[std::size_t(id)];
    return sum;
}

} // namespace motley
