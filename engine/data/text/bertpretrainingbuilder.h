// Plain text files to BERT pre-training rows in HDF5 (engine/data/text/bertshard.h), one file of rows for each text.
#pragma once

#include "engine/base/result.h"
#include "engine/data/text/bertexamples.h"
#include "engine/data/tokenizers/bertpretokenizer.h"

namespace motley {

struct BertBuild {
    std::vector<std::string> texts; // files in UTF-8: one or more sentences a line, blank lines between documents
    std::string vocabulary; // vocab.txt
    BertTextOptions words;
    std::string folder; // where the rows go, as <split>-<n>.hdf5; made if it is not there
    std::string split = "train";
    std::int64_t copies = 1; // how often each text is used, every time with other pairs and masks
    std::uint64_t seed = 1;
    BertExampleOptions examples;
};

struct BertBuilt {
    std::vector<std::string> files;
    std::int64_t documents = 0;
    std::int64_t tokens = 0; // of the texts, without copies
    std::int64_t rows = 0;
    std::int64_t predictions = 0;
};

// The same input gives the same rows, on every machine. A text is held in memory as tokens, one at a time.
Result<BertBuilt> buildBertRows(const BertBuild &build);

} // namespace motley
