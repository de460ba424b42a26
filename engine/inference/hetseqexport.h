// Exports a trained BERT to HetSeq.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Writes the weights of a model folder (config.json, model.safetensors) with HetSeq's names, as {'model': ...} for its
// --restore-file and, of taggers and linkers, its --hetseq_state_dict. Errors: the model is not a BERT; `file` exists.
Result<void> exportToHetSeq(const std::string &modelFolder, const std::string &file);

} // namespace motley
