#include "engine/data/text/bertblocks.h"

#include "engine/data/datahash.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <stdexcept>

namespace motley {

namespace {

constexpr std::size_t mostOpenFiles = 8; // each caches up to 6 MiB of decompressed chunks

template <typename Value>
Value orThrow(Result<Value> result)
{
    if (!result)
        throw std::runtime_error(
            result.error().message + (result.error().detail.empty() ? "" : " (" + result.error().detail + ")"));
    return std::move(*result);
}

} // namespace

Result<BertBlocks> BertBlocks::open(
    const std::vector<std::string> &files, const BertLimits &limits, std::int64_t cacheBytes)
{
    BertBlocks blocks;
    blocks.m_limits = limits;
    blocks.m_cacheBytes = cacheBytes;
    std::int64_t blockCount = 0;
    for (const std::string &path : files) {
        const auto shard = BertShard::open(path);
        if (!shard)
            return tl::unexpected(shard.error());
        // A vocabulary that does not fit, and a file that cannot be unpacked, show in a file's first row.
        if (const auto first = shard->read(0, std::min<std::int64_t>(shard->rows(), 1), limits); !first)
            return tl::unexpected(first.error());
        if (blocks.m_files.empty()) {
            blocks.m_length = shard->length();
            blocks.m_mostPredictions = shard->mostPredictions();
        }
        if (shard->length() != blocks.m_length || shard->mostPredictions() != blocks.m_mostPredictions)
            return fail("The rows in " + path + " have " + std::to_string(shard->length()) + " places and "
                + std::to_string(shard->mostPredictions()) + " predictions, those in " + files.front() + " have "
                + std::to_string(blocks.m_length) + " and " + std::to_string(blocks.m_mostPredictions)
                + "; train on one kind at a time.");
        blocks.m_files.push_back({path, blocks.m_rows, shard->rows(), blockCount, shard->rowsTogether()});
        blocks.m_rows += shard->rows();
        blockCount += (shard->rows() + shard->rowsTogether() - 1) / shard->rowsTogether();
    }
    if (blocks.m_rows == 0)
        return fail(files.empty() ? "No file of rows was given." : "There are no rows in " + files.front() + ".");
    blocks.m_state->counts.resize(std::size_t(blockCount));
    return blocks;
}

std::uint64_t BertBlocks::fingerprint() const
{
    DataHash hash;
    hash.add(m_length);
    hash.add(m_mostPredictions);
    for (const File &file : m_files) {
        hash.add(std::filesystem::path(file.path).filename().string());
        hash.add(file.rows);
    }
    return hash.value();
}

BertBlocks::Location BertBlocks::locationOf(std::int64_t id) const
{
    const auto after = std::upper_bound(
        m_files.begin(), m_files.end(), id, [](std::int64_t row, const File &file) { return row < file.firstRow; });
    const File &file = *(after - 1);
    const std::int64_t row = id - file.firstRow;
    return {
        std::size_t(after - m_files.begin() - 1), file.firstBlock + row / file.rowsTogether, row % file.rowsTogether};
}

std::vector<BertBlocks::Location> BertBlocks::locationsOf(std::span<const std::int64_t> ids) const
{
    std::vector<Location> locations;
    locations.reserve(ids.size());
    for (const std::int64_t id : ids)
        locations.push_back(locationOf(id));
    return locations;
}

std::vector<std::size_t> BertBlocks::inBlockOrder(const std::vector<Location> &locations) const
{
    std::vector<std::size_t> order(locations.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return locations[a].block < locations[b].block; });
    return order;
}

std::pair<std::int64_t, std::int64_t> BertBlocks::rowsOf(const Location &location) const
{
    const File &file = m_files[location.file];
    const std::int64_t first = (location.block - file.firstBlock) * file.rowsTogether;
    return {first, std::min(first + file.rowsTogether, file.rows)};
}

const BertShard &BertBlocks::shard(std::size_t file) const
{
    auto &open = m_state->open;
    const auto found = std::find_if(open.begin(), open.end(), [=](const auto &item) { return item.first == file; });
    if (found != open.end()) {
        open.splice(open.begin(), open, found);
    } else {
        open.emplace_front(file, orThrow(BertShard::open(m_files[file].path)));
        if (open.front().second.rows() != m_files[file].rows || open.front().second.length() != m_length)
            throw std::runtime_error(m_files[file].path + " has changed since training began.");
        if (open.size() > mostOpenFiles)
            open.pop_back();
    }
    return open.front().second;
}

std::shared_ptr<const BertBlock> BertBlocks::block(const Location &location) const
{
    State &state = *m_state;
    if (const auto kept = state.blocks.find(location.block); kept != state.blocks.end()) {
        state.used.splice(state.used.begin(), state.used, kept->second.used);
        return kept->second.block;
    }
    const auto [first, last] = rowsOf(location);
    const auto block = std::make_shared<const BertBlock>(orThrow(shard(location.file).read(first, last, m_limits)));
    state.counts[std::size_t(location.block)] = block->predictions;
    state.used.push_front(location.block);
    state.blocks[location.block] = {block, state.used.begin()};
    state.bytes += std::int64_t(block->bytes());
    while (state.bytes > m_cacheBytes && state.used.size() > 1) {
        const auto oldest = state.blocks.find(state.used.back());
        state.bytes -= std::int64_t(oldest->second.block->bytes());
        state.blocks.erase(oldest);
        state.used.pop_back();
    }
    return block;
}

const std::vector<std::uint16_t> &BertBlocks::counts(const Location &location) const
{
    std::vector<std::uint16_t> &known = m_state->counts[std::size_t(location.block)];
    if (known.empty()) {
        const auto [first, last] = rowsOf(location);
        known = orThrow(shard(location.file).countPredictions(first, last));
    }
    return known;
}

void BertBlocks::visit(std::span<const std::int64_t> ids, const Visitor &visitor) const
{
    const std::vector<Location> locations = locationsOf(ids);
    std::shared_ptr<const BertBlock> current;
    std::int64_t currentBlock = -1;
    for (const std::size_t i : inBlockOrder(locations)) {
        if (locations[i].block != currentBlock) {
            const std::lock_guard guard(m_state->mutex);
            current = block(locations[i]);
            currentBlock = locations[i].block;
        }
        visitor(std::int64_t(i), *current, locations[i].row);
    }
}

std::vector<std::int64_t> BertBlocks::predictions(std::span<const std::int64_t> ids) const
{
    const std::vector<Location> locations = locationsOf(ids);
    std::vector<std::int64_t> predictions(ids.size());
    const std::lock_guard guard(m_state->mutex);
    for (const std::size_t i : inBlockOrder(locations))
        predictions[i] = counts(locations[i])[std::size_t(locations[i].row)];
    return predictions;
}

} // namespace motley
