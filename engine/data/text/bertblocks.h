// The rows of several BERT files as one numbered list, read block by block. The least recently used blocks and open
// files are evicted from memory. Safe to use from several threads.
#pragma once

#include "engine/data/rows/bertshard.h"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>

namespace motley {

class BertBlocks {
public:
    static Result<BertBlocks> open(
        const std::vector<std::string> &files, const BertLimits &limits, std::int64_t cacheBytes);

    std::int64_t rows() const { return m_rows; }
    std::int64_t length() const { return m_length; }
    std::int64_t mostPredictions() const { return m_mostPredictions; }
    std::uint64_t fingerprint() const; // Dataset::fingerprint()

    // Calls visitor(index in ids, block, row in the block) for every id, block after block. visit() and predictions()
    // throw std::runtime_error if rows cannot be read.
    using Visitor = std::function<void(std::int64_t, const BertBlock &, std::int64_t)>;
    void visit(std::span<const std::int64_t> ids, const Visitor &visitor) const;
    std::vector<std::int64_t> predictions(std::span<const std::int64_t> ids) const; // counts stay cached

private:
    struct File {
        std::string path;
        std::int64_t firstRow = 0; // among the rows of all files
        std::int64_t rows = 0;
        std::int64_t firstBlock = 0;
        std::int64_t rowsTogether = 0; // rows of every block but the last
    };
    struct Location {
        std::size_t file = 0;
        std::int64_t block = 0; // among the blocks of all files
        std::int64_t row = 0; // in the block
    };
    struct Kept {
        std::shared_ptr<const BertBlock> block;
        std::list<std::int64_t>::iterator used; // position in State::used
    };
    struct State {
        std::mutex mutex;
        std::list<std::pair<std::size_t, BertShard>> open; // most recently used first
        std::map<std::int64_t, Kept> blocks;
        std::list<std::int64_t> used; // keys of blocks, most recently used first
        std::int64_t bytes = 0;
        std::vector<std::vector<std::uint16_t>> counts; // predictions of each row, by block; empty: not read yet
    };

    BertBlocks() = default;

    Location locationOf(std::int64_t id) const;
    std::vector<std::size_t> inBlockOrder(const std::vector<Location> &locations) const;
    std::vector<Location> locationsOf(std::span<const std::int64_t> ids) const;
    std::pair<std::int64_t, std::int64_t> rowsOf(const Location &location) const; // of the block, in its file

    // Called with State::mutex held.
    const BertShard &shard(std::size_t file) const;
    std::shared_ptr<const BertBlock> block(const Location &location) const;
    const std::vector<std::uint16_t> &counts(const Location &location) const;

    std::vector<File> m_files;
    BertLimits m_limits;
    std::int64_t m_cacheBytes = 0;
    std::int64_t m_rows = 0;
    std::int64_t m_length = 0;
    std::int64_t m_mostPredictions = 0;
    std::unique_ptr<State> m_state = std::make_unique<State>();
};

} // namespace motley
