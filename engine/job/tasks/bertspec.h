// BERT pre-training: predicts masked tokens, and whether a second sentence follows the first.
#pragma once

#include "engine/base/datapath.h"

#include <cstdint>

namespace motley {

struct BertModelSpec {
    DataPath start{}; // a Hugging Face folder, or empty: fresh weights in the shape of config
    DataPath config{}; // config.json; empty: the one in start
    bool freshHeads = false; // the heads start with fresh weights even where the files have them
    DataPath vocabulary{}; // the vocab.txt that the rows were made with; empty: that of start, if it has one

    bool operator==(const BertModelSpec &) const = default;
};

// HDF5 rows as HetSeq and NVIDIA write them: a file, or a folder of them.
struct BertRowsData {
    DataPath train{};
    DataPath test{}; // empty: if train is a folder, its files with "valid" or "test" in their name
    std::int64_t filesAtMost = 0; // of the training files, sorted by name; 0: all

    bool operator==(const BertRowsData &) const = default;
};

struct BertSpec {
    static constexpr const char *name = "bert-pretraining";

    BertModelSpec model{};
    BertRowsData data{};

    bool operator==(const BertSpec &) const = default;
};

} // namespace motley
