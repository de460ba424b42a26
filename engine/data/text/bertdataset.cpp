#include "engine/data/text/bertdataset.h"

#include "engine/data/text/bertblocks.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

struct BertDataset::Contents {
    BertBlocks blocks;
};

Result<BertDataset> BertDataset::open(const std::vector<std::string> &files, Options options)
{
    auto blocks = BertBlocks::open(files, options.limits, options.cacheBytes);
    if (!blocks)
        return tl::unexpected(blocks.error());
    return BertDataset(std::make_unique<Contents>(Contents{std::move(*blocks)}));
}

BertDataset::BertDataset(std::unique_ptr<Contents> contents) : m_contents(std::move(contents)) { }
BertDataset::BertDataset(BertDataset &&) noexcept = default;
BertDataset &BertDataset::operator=(BertDataset &&) noexcept = default;
BertDataset::~BertDataset() = default;

std::int64_t BertDataset::size() const
{
    return m_contents->blocks.rows();
}

std::uint64_t BertDataset::fingerprint() const
{
    return m_contents->blocks.fingerprint();
}

std::int64_t BertDataset::length() const
{
    return m_contents->blocks.length();
}

std::int64_t BertDataset::mostPredictions() const
{
    return m_contents->blocks.mostPredictions();
}

double BertDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::int64_t predictions = 0;
    for (const std::int64_t count : m_contents->blocks.predictions(ids))
        predictions += count;
    return double(predictions);
}

double BertDataset::secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    return double(ids.size()); // each has a next-sentence label
}

Batch BertDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    const BertBlocks &blocks = m_contents->blocks;
    const auto rows = std::int64_t(ids.size());
    std::int64_t predictions = 0;
    for (const std::int64_t count : blocks.predictions(ids))
        predictions = std::max(predictions, count);

    const auto wholeRows = [&] { return at::empty({rows, blocks.length()}, at::kLong); };
    const Batch batch{{wholeRows(), wholeRows(), wholeRows(), at::zeros({rows, predictions}, at::kLong)},
        {at::full({rows, predictions}, ignored, at::kLong), at::empty({rows}, at::kLong)}, rows};
    const auto rowOf = [](const at::Tensor &tensor, std::int64_t row) {
        return tensor.data_ptr<std::int64_t>() + row * tensor.stride(0);
    };
    const std::int64_t length = blocks.length();
    const std::int64_t most = blocks.mostPredictions();
    blocks.visit(ids, [&](std::int64_t row, const BertBlock &block, std::int64_t at) {
        std::copy_n(block.ids.data() + at * length, length, rowOf(batch.inputs[Ids], row));
        std::copy_n(block.segments.data() + at * length, length, rowOf(batch.inputs[Segments], row));
        std::copy_n(block.mask.data() + at * length, length, rowOf(batch.inputs[Mask], row));
        const std::int64_t count = block.predictions[std::size_t(at)];
        std::copy_n(block.positions.data() + at * most, count, rowOf(batch.inputs[Positions], row));
        std::copy_n(block.maskedIds.data() + at * most, count, rowOf(batch.targets[MaskedIds], row));
        *rowOf(batch.targets[NextSentence], row) = block.nextSentence[std::size_t(at)];
    });
    return batch;
}

} // namespace motley
