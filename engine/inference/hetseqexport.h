// A trained BERT for HetSeq.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Writes the weights of a model folder (config.json, model.safetensors) under HetSeq's names, as a file that its
// --hetseq_state_dict and --restore-file's {'model': ...} have. Errors: it is no BERT; `file` is there already.
Result<void> exportToHetSeq(const std::string &modelFolder, const std::string &file);

} // namespace motley
