// A causal language model in a folder of Hugging Face's, of whichever family: GPT-2, or one of the decoders.
#pragma once

#include "engine/formats/specialids.h"
#include "engine/job/precisionspec.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/models/causal/causallanguagemodel.h"
#include "engine/tensorfiles/namedtensors.h"

#include <memory>
#include <string>

namespace motley {

struct CausalModel {
    std::shared_ptr<CausalLanguageModel> model;
    std::string config; // config.json as it came
    NamedTensors others{}; // tensors of the folder that are not the model's, see OpenedDecoder
};

// The Error names the file: none, or that of a model which is not supported.
Result<void> checkCausalConfig(const std::string &folder);

// Reads a folder by the model_type of its config.json, or the adapter of PEFT's in it together with its model. A
// decoder's weights are in the types of the file. Errors name the file: a family that is not supported, missing or
// unexpected tensors.
Result<CausalModel> readCausalModel(const std::string &folder);
// The same, of which a decoder's linear layers are packed as they are read. `bits`: not Quantization::None.
Result<CausalModel> readPackedCausalModel(const std::string &folder, Quantization bits);
// The folder of the model: of an adapter that of the model which it is for. Errors: that is not here.
Result<std::string> baseFolderOf(const std::string &folder);

// Gives each weight the type to train with: float32 if it is trained, as most updates would be lost in the rounding of
// 16 bits. A weight that is frozen (requires_grad) stays in the 16 bits that the job computes in.
void widenForTraining(CausalLanguageModel &model, PrecisionSpec::Kind precision);

// config.json to write beside the weights as they are now. That of a decoder is the one that came, with the weights'
// type; that of a GPT-2 also has the ids of special tokens.
std::string writtenConfig(const CausalModel &model, const SpecialIds &special);

// Whether the weights of one configuration would mean something else in the other, although their shapes may be the
// same. False where either is not a decoder's.
bool areOtherDecoders(const std::string &config, const std::string &other);
bool isDecoder(const std::string &config); // false: of a GPT-2, or of no model that this program knows

} // namespace motley
