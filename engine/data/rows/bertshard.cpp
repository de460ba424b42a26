#include "engine/data/rows/bertshard.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t fewestTogether = 128;
constexpr std::int64_t mostTogether = 4096;

constexpr const char *idsName = "input_ids";
constexpr const char *maskName = "input_mask";
constexpr const char *segmentsName = "segment_ids";
constexpr const char *positionsName = "masked_lm_positions";
constexpr const char *maskedIdsName = "masked_lm_ids";
constexpr const char *nextName = "next_sentence_labels";

template <typename Narrow>
std::vector<Narrow> narrowed(const std::vector<std::int64_t> &numbers)
{
    return {numbers.begin(), numbers.end()};
}

} // namespace

std::size_t BertBlock::bytes() const
{
    return 4 * (ids.size() + positions.size() + maskedIds.size()) + segments.size() + mask.size() + nextSentence.size()
        + 2 * predictions.size();
}

Result<BertShard> BertShard::open(const std::string &path)
{
    auto file = Hdf5File::open(path);
    if (!file)
        return tl::unexpected(file.error());
    BertShard shard(std::move(*file));
    if (const auto measured = shard.measure(); !measured)
        return tl::unexpected(measured.error());
    return shard;
}

Result<void> BertShard::measure()
{
    const std::string &path = m_file.path();
    for (const char *name : {idsName, maskName, segmentsName, positionsName, maskedIdsName, nextName}) {
        const auto layout = m_file.layout(name);
        if (!layout)
            return tl::unexpected(layout.error());
        const std::vector<std::int64_t> &sizes = layout->sizes;
        const std::string subject = "The dataset \"" + std::string(name) + "\" in " + path;
        if (layout->kind == Hdf5Layout::Kind::Real)
            return fail(subject + " holds floating-point numbers; whole numbers are needed.");
        const bool perRow = name == nextName;
        if (sizes.size() != (perRow ? 1 : 2))
            return fail(subject + " has " + std::to_string(sizes.size()) + " dimensions; it must have "
                + (perRow ? "1 (rows)." : "2 (rows and places)."));
        if (name == idsName) {
            m_rows = sizes[0];
            m_length = sizes[1];
        } else if (name == positionsName) {
            m_mostPredictions = sizes[1];
        }
        const bool ofPredictions = name == positionsName || name == maskedIdsName;
        const std::int64_t width = ofPredictions ? m_mostPredictions : m_length;
        if (sizes[0] != m_rows || (!perRow && sizes[1] != width))
            return fail(subject + " has the size " + std::to_string(sizes[0])
                + (perRow ? "" : " x " + std::to_string(sizes[1])) + ", which does not go with its "
                + std::to_string(m_rows) + " rows of " + std::to_string(width) + ".");
        if (!layout->isBelievable())
            return fail(subject + " claims more rows than the file holds.");
        if (!perRow && !layout->chunk.empty())
            m_rowsTogether = std::max(m_rowsTogether, layout->chunk[0]);
    }
    if (m_length < 1 || m_length > longestBertRow || m_mostPredictions < 1 || m_mostPredictions > m_length)
        return fail("The rows in " + path + " have " + std::to_string(m_length) + " places and "
            + std::to_string(m_mostPredictions) + " predictions, which cannot be.");
    m_rowsTogether = std::clamp(m_rowsTogether, fewestTogether, mostTogether);
    return {};
}

tl::unexpected<Error> BertShard::refuse(std::int64_t row, const std::string &what) const
{
    return fail("Row " + std::to_string(row) + " of " + m_file.path() + " (from 0) has " + what);
}

Result<std::vector<std::int64_t>> BertShard::column(const char *name, std::int64_t first, std::int64_t last) const
{
    const bool ofPredictions = name == positionsName || name == maskedIdsName;
    const std::int64_t width = name == nextName ? 1 : ofPredictions ? m_mostPredictions : m_length;
    std::vector<std::int64_t> numbers(std::size_t((last - first) * width));
    return m_file.readRows<std::int64_t>(name, first, last, numbers).map([&] { return std::move(numbers); });
}

Result<std::vector<std::int64_t>> BertShard::column(
    const char *name, std::int64_t first, std::int64_t last, std::int64_t below) const
{
    auto numbers = column(name, first, last);
    if (!numbers)
        return numbers;
    const auto wrong = std::find_if(
        numbers->begin(), numbers->end(), [=](std::int64_t number) { return number < 0 || number >= below; });
    if (wrong == numbers->end())
        return numbers;
    const std::int64_t row = first + (wrong - numbers->begin()) * (last - first) / std::int64_t(numbers->size());
    const bool words = name == idsName || name == maskedIdsName;
    return refuse(row,
        "the number " + std::to_string(*wrong) + " in " + name + ", which must be 0 to " + std::to_string(below - 1)
            + (words ? "; the model's vocabulary is not the one that the rows were made with." : "."));
}

Result<BertBlock> BertShard::read(std::int64_t first, std::int64_t last, const BertLimits &limits) const
{
    BertBlock block;
    block.rows = last - first;
    const auto ids = column(idsName, first, last, limits.vocabulary);
    if (!ids)
        return tl::unexpected(ids.error());
    const auto mask = column(maskName, first, last, 2);
    if (!mask)
        return tl::unexpected(mask.error());
    const auto segments = column(segmentsName, first, last, limits.segments);
    if (!segments)
        return tl::unexpected(segments.error());
    const auto positions = column(positionsName, first, last, m_length);
    if (!positions)
        return tl::unexpected(positions.error());
    const auto maskedIds = column(maskedIdsName, first, last, limits.vocabulary);
    if (!maskedIds)
        return tl::unexpected(maskedIds.error());
    const auto next = column(nextName, first, last, 2);
    if (!next)
        return tl::unexpected(next.error());
    block.ids = narrowed<std::int32_t>(*ids);
    block.mask = narrowed<std::uint8_t>(*mask);
    block.segments = narrowed<std::uint8_t>(*segments);
    block.nextSentence = narrowed<std::uint8_t>(*next);
    fillPredictions(block, *positions, *maskedIds);
    return block;
}

void BertShard::fillPredictions(
    BertBlock &block, const std::vector<std::int64_t> &positions, const std::vector<std::int64_t> &ids) const
{
    block.positions.resize(positions.size(), 0);
    block.maskedIds.resize(ids.size(), 0);
    std::vector<std::size_t> slotOf(std::size_t(m_length), 0); // index + 1 of each position in the row's list, or 0
    for (std::int64_t row = 0; row < block.rows; ++row) {
        const auto start = std::size_t(row * m_mostPredictions);
        std::size_t slot = start;
        for (std::size_t from = start; from < start + std::size_t(m_mostPredictions) && positions[from] != 0; ++from) {
            std::size_t &known = slotOf[std::size_t(positions[from])];
            if (known <= start)
                known = ++slot;
            block.positions[known - 1] = std::int32_t(positions[from]);
            block.maskedIds[known - 1] = std::int32_t(ids[from]);
        }
        block.predictions.push_back(std::uint16_t(slot - start));
    }
}

Result<std::vector<std::uint16_t>> BertShard::countPredictions(std::int64_t first, std::int64_t last) const
{
    const auto positions = column(positionsName, first, last, m_length);
    if (!positions)
        return tl::unexpected(positions.error());
    BertBlock block;
    block.rows = last - first;
    fillPredictions(block, *positions, *positions);
    return block.predictions;
}

} // namespace motley
