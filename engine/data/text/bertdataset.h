// BERT pre-training rows from one HDF5 file or a folder of them (engine/data/text/bertshard.h), never all in memory:
// blocks of rows are read as they are needed and the latest stay.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/text/bertshard.h"

#include <memory>

namespace motley {

// The files of a split: `path` itself if it is a file. In a folder the files with `split` in their name, sorted; if no
// name has it, those with it anywhere in their path, as HetSeq takes them. `most` files at most; 0: all.
Result<std::vector<std::string>> findBertFiles(const std::string &path, const std::string &split, std::int64_t most);

class BertDataset : public Dataset {
public:
    struct Options {
        BertLimits limits;
        std::int64_t cacheBytes = std::int64_t(1) << 30; // of blocks that stay in memory
    };

    // Inputs: rows x length in int64, positions rows x P in int64 with 0 after the last. Targets: the ids at those
    // positions, with `ignored` after the last, and the next-sentence labels (rows). P is what the batch needs. All
    // have the samples along dimension 0, so that a batch can be cut into micro-batches.
    enum Input : std::size_t { Ids, Segments, Mask, Positions };
    enum Target : std::size_t { MaskedIds, NextSentence };
    static constexpr std::int64_t ignored = -1;

    // All files must have rows of the same shape. Numbers out of range are found when their rows are read: batch() and
    // weight() throw std::runtime_error with the sentence.
    static Result<BertDataset> open(const std::vector<std::string> &files, Options options);
    BertDataset(BertDataset &&) noexcept;
    BertDataset &operator=(BertDataset &&) noexcept;
    ~BertDataset() override;

    std::int64_t size() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // predictions

    std::int64_t length() const; // of a row
    std::int64_t mostPredictions() const; // of a row

private:
    struct Contents;

    explicit BertDataset(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
