// Rows of tokens for a causal language model, several in one sequence, which the model keeps apart.
#pragma once

#include "engine/data/chat/conversations/packing.h"
#include "engine/data/chat/tokens/trainingencoder.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <vector>

namespace motley {

// Inputs: tokens and segments, see positionsOf() and segmentsOf(); targets: the next token where that is of the same
// row and learned, elsewhere `ignored`; all int64 [samples, length]. A sample is a sequence, the same in every epoch.
class PackedTexts : public Dataset {
public:
    static constexpr std::int64_t ignored = -100; // default ignore_index of PyTorch's cross_entropy

    // `sequences`: of these rows, none longer than `length`.
    PackedTexts(std::vector<TrainingTokens> rows, std::vector<PackedSequence> sequences, std::int64_t length);

    std::int64_t size() const override { return std::int64_t(m_sequences.size()); }
    std::uint64_t fingerprint() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // predictions

    std::int64_t length() const { return m_length; }

private:
    bool isLearned(const PackedRow &row, std::int64_t token) const;

    std::vector<TrainingTokens> m_rows;
    std::vector<PackedSequence> m_sequences;
    std::vector<double> m_weights; // of each sequence
    std::int64_t m_length = 0;
};

} // namespace motley
