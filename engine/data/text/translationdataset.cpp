#include "engine/data/text/translationdataset.h"

#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr std::size_t endTokens = 1;

at::Tensor filled(std::size_t rows, std::size_t longest, std::int64_t filler)
{
    return at::full(std::array<std::int64_t, 2>{std::int64_t(rows), std::int64_t(longest)}, filler, at::kLong);
}

std::int64_t *rowOf(const at::Tensor &table, std::size_t row)
{
    return table.data_ptr<std::int64_t>() + std::int64_t(row) * table.size(1);
}

void putEnded(const TokenIds &tokens, std::int32_t end, const at::Tensor &table, std::size_t row)
{
    *std::copy(tokens.begin(), tokens.end(), rowOf(table, row)) = end;
}

} // namespace

Result<TranslationDataset> TranslationDataset::make(
    const ParallelText &text, const TranslationTokens &tokens, std::int64_t longest, Use use)
{
    TranslationDataset pairs;
    pairs.m_tokens = tokens;
    const std::size_t most = std::size_t(longest) - endTokens;
    for (std::size_t line = 0; line < text.source.size(); ++line) {
        Pair pair{tokens.pieces->encode(text.source[line]), tokens.pieces->encode(text.target[line])};
        const bool isLong = std::max(pair.source.size(), pair.target.size()) > most;
        if (use == Use::Training && (isLong || pair.source.empty() || pair.target.empty())) {
            ++pairs.m_leftOut;
            continue;
        }
        pairs.m_cut += isLong ? 1 : 0;
        pair.source.resize(std::min(pair.source.size(), most));
        pair.target.resize(std::min(pair.target.size(), most));
        pairs.m_pairs.push_back(std::move(pair));
    }
    if (pairs.m_pairs.empty())
        return fail("None of the " + std::to_string(text.source.size()) + " pairs of sentences has text of at most "
            + std::to_string(longest) + " tokens on both sides.");
    return pairs;
}

std::uint64_t TranslationDataset::fingerprint() const
{
    DataHash hash;
    for (const Pair &pair : m_pairs) {
        hash.add(pair.source);
        hash.add(pair.target);
    }
    return hash.value();
}

Batch TranslationDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::size_t longestSource = 0;
    std::size_t longestTarget = 0;
    for (const std::int64_t id : ids) {
        const Pair &pair = m_pairs[std::size_t(id)];
        longestSource = std::max(longestSource, pair.source.size() + endTokens);
        longestTarget = std::max(longestTarget, pair.target.size() + endTokens);
    }
    const at::Tensor source = filled(ids.size(), longestSource, m_tokens.pad);
    const at::Tensor given = filled(ids.size(), longestTarget, m_tokens.pad);
    const at::Tensor expected = filled(ids.size(), longestTarget, ignored);
    for (std::size_t row = 0; row < ids.size(); ++row) {
        const Pair &pair = m_pairs[std::size_t(ids[row])];
        putEnded(pair.source, m_tokens.end, source, row);
        putEnded(pair.target, m_tokens.end, expected, row);
        std::int64_t *tokens = rowOf(given, row);
        *tokens = m_tokens.begin;
        std::copy(pair.target.begin(), pair.target.end(), tokens + 1);
    }
    return {{source, given}, {expected}, std::int64_t(ids.size())};
}

double TranslationDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::size_t tokens = 0;
    for (const std::int64_t id : ids)
        tokens += m_pairs[std::size_t(id)].target.size() + endTokens;
    return double(tokens);
}

std::int64_t TranslationDataset::cost(std::int64_t id) const
{
    const Pair &pair = m_pairs[std::size_t(id)];
    return std::int64_t(std::max(pair.source.size(), pair.target.size()) + endTokens);
}

std::unique_ptr<Sampler> TranslationDataset::sampler(
    std::uint64_t seed, std::int64_t batch, const OrderSpec &order) const
{
    std::vector<std::int64_t> costs;
    costs.reserve(m_pairs.size());
    for (std::int64_t id = 0; id < size(); ++id)
        costs.push_back(cost(id));
    return std::make_unique<LengthBuckets>(seed, costs, batchesOf(order, batch), order.unshuffledEpochs);
}

at::Tensor translationSource(
    std::span<const std::string> sentences, const TranslationTokens &tokens, std::int64_t longest)
{
    std::vector<TokenIds> sources;
    std::size_t most = 0;
    for (const std::string &sentence : sentences) {
        sources.push_back(tokens.pieces->encode(sentence));
        sources.back().resize(std::min(sources.back().size(), std::size_t(longest) - endTokens));
        most = std::max(most, sources.back().size() + endTokens);
    }
    const at::Tensor table = filled(sources.size(), most, tokens.pad);
    for (std::size_t row = 0; row < sources.size(); ++row)
        putEnded(sources[row], tokens.end, table, row);
    return table;
}

} // namespace motley
