// BERT pre-training rows from one HDF5 file or a folder of them (engine/data/rows/bertshard.h). Blocks of rows are read
// as they are needed, and the most recently used ones are cached.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/rows/bertshard.h"

#include <memory>

namespace motley {

class BertDataset : public Dataset {
public:
    struct Options {
        BertLimits limits;
        std::int64_t cacheBytes = std::int64_t(1) << 30; // of cached blocks
    };

    // Shapes of a batch. Inputs: Ids, Segments and Mask int64 [rows, length], Positions int64 [rows, P] with 0 after
    // the last one. Targets: MaskedIds int64 [rows, P], the ids at those positions with `ignored` after the last one,
    // and NextSentence int64 [rows]. P is the largest number of predictions in the batch. Dimension 0 counts the
    // samples, so that a batch can be cut into micro-batches.
    enum Input : std::size_t { Ids, Segments, Mask, Positions };
    enum Target : std::size_t { MaskedIds, NextSentence };
    static constexpr std::int64_t ignored = -1;

    // Errors: files whose rows differ in shape, what BertShard::open() refuses, or values out of range in the first row
    // of a file. Those in other rows are found only when these are read: then batch() and weight() throw
    // std::runtime_error.
    static Result<BertDataset> open(const std::vector<std::string> &files, Options options);
    BertDataset(BertDataset &&) noexcept;
    BertDataset &operator=(BertDataset &&) noexcept;
    ~BertDataset() override;

    std::int64_t size() const override;
    std::uint64_t fingerprint() const override; // of the files' names and the shapes of their rows
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // predictions
    double secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // rows

    std::int64_t length() const; // of a row
    std::int64_t mostPredictions() const; // of a row

private:
    struct Contents;

    explicit BertDataset(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
