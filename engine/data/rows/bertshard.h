// One HDF5 file of BERT pre-training rows, in the layout of HetSeq and NVIDIA's BERT: input_ids, input_mask and
// segment_ids (rows x length), masked_lm_positions and masked_lm_ids (rows x predictions; a position of 0 ends the
// list) and next_sentence_labels (rows), of any integer type. Rows are read in blocks and checked as they are read.
#pragma once

#include "engine/data/hdf5/hdf5file.h"

namespace motley {

inline constexpr std::int64_t longestBertRow = 32768; // tokens

struct BertLimits {
    std::int64_t vocabulary = 0; // ids must be below it
    std::int64_t segments = 2; // segment ids must be below it
};

// Consecutive rows. A position that a row lists twice is kept once, with its last id.
struct BertBlock {
    std::int64_t rows = 0;
    std::vector<std::int32_t> ids; // rows x length
    std::vector<std::uint8_t> segments;
    std::vector<std::uint8_t> mask;
    std::vector<std::uint16_t> predictions; // number of each row
    std::vector<std::int32_t> positions; // rows x most predictions; 0 after the last
    std::vector<std::int32_t> maskedIds; // original ids at `positions`
    std::vector<std::uint8_t> nextSentence;

    std::size_t bytes() const;
};

class BertShard {
public:
    static Result<BertShard> open(const std::string &path); // errors name a dataset that is missing or does not fit

    std::int64_t rows() const { return m_rows; }
    std::int64_t length() const { return m_length; }
    std::int64_t mostPredictions() const { return m_mostPredictions; }
    std::int64_t rowsTogether() const { return m_rowsTogether; } // rows of a chunk, which are decompressed together

    // Rows first to last - 1. Errors name the file and the first row with a value out of range.
    Result<BertBlock> read(std::int64_t first, std::int64_t last, const BertLimits &limits) const;
    // The number of predictions of the rows first to last - 1.
    Result<std::vector<std::uint16_t>> countPredictions(std::int64_t first, std::int64_t last) const;

private:
    explicit BertShard(Hdf5File file) : m_file(std::move(file)) { }

    Result<void> measure();
    Result<std::vector<std::int64_t>> column(const char *name, std::int64_t first, std::int64_t last) const;
    Result<std::vector<std::int64_t>> column(
        const char *name, std::int64_t first, std::int64_t last, std::int64_t below) const;
    tl::unexpected<Error> refuse(std::int64_t row, const std::string &what) const;
    void fillPredictions(
        BertBlock &block, const std::vector<std::int64_t> &positions, const std::vector<std::int64_t> &ids) const;

    Hdf5File m_file;
    std::int64_t m_rows = 0;
    std::int64_t m_length = 0;
    std::int64_t m_mostPredictions = 0;
    std::int64_t m_rowsTogether = 0;
};

} // namespace motley
