// The job of a fine-tune of a made-up decoder on made-up rows.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/tasks/madeup/madeupdecoder.h"
#include "engine/tasks/madeup/madeuprows.h"

#include <string>

namespace motley {

struct FineTuneShape {
    MadeUpSize model;
    MadeUpRows rows = MadeUpRows::Conversations;
    std::int64_t context = 256; // tokens of a sequence, in which rows lie one after the other
    std::int64_t batch = 4; // sequences
    int rank = 16; // of the adapter; 0: all weights are trained
    PrecisionSpec precision;
    ExchangeSpec::Gradients gradients = ExchangeSpec::Gradients::Float32;
    Quantization quantization = Quantization::None; // of the weights below the adapter
};

// Writes model and rows into `folder`, which must exist. Errors: a size that a model cannot have, what could not be
// written.
Result<JobSpec> makeFineTuneJob(const std::string &family, const FineTuneShape &shape, const std::string &folder);

} // namespace motley
