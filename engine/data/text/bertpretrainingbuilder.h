// Converts plain text files to BERT pre-training rows in HDF5 (engine/data/rows/bertshard.h), one HDF5 file for each
// text.
#pragma once

#include "engine/base/result.h"
#include "engine/data/text/bertexamples.h"
#include "engine/data/tokenizers/bertpretokenizer.h"

#include <optional>

namespace motley {

struct BertBuild {
    std::vector<std::string> texts; // files in UTF-8: one or more sentences a line, blank lines between documents
    std::string vocabulary; // vocab.txt
    std::optional<BertTextOptions> words; // nullopt: capitals are kept if the vocabulary has any
    std::string folder; // of the HDF5 files <split>-<n>.hdf5; created if missing
    std::string split = "train";
    std::int64_t copies = 1; // rows are made so many times from each text, with other pairs and masks
    std::uint64_t seed = 1;
    BertExampleOptions examples;
};

struct BertBuilt {
    std::vector<std::string> files;
    std::int64_t documents = 0;
    std::int64_t tokens = 0; // of the texts, counted once
    std::int64_t rows = 0;
    std::int64_t predictions = 0;
};

// The same input gives the same rows on every machine. One text at a time is held in memory as tokens. Errors name the
// file.
Result<BertBuilt> buildBertRows(const BertBuild &build);

} // namespace motley
