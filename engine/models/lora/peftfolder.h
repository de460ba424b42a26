// An adapter in the folder that PEFT writes and reads: adapter_config.json and adapter_model.safetensors.
#pragma once

#include "engine/models/lora/lora.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

struct PeftAdapter {
    LoraConfig config; // without targets and modules to save
    NamedTensors tensors; // under the file's names
    std::string folder;
};

bool holdsAdapter(const std::string &folder); // by its adapter_config.json

// Errors name the file: what parseLoraConfig() refuses, and files that cannot be read.
Result<LoraConfig> readPeftConfig(const std::string &folder); // without the tensors
Result<PeftAdapter> readPeftFolder(const std::string &folder);

// Puts the adapter on a model as addAdapters() does, with its values, for use or to train it further. Returns its
// configuration, with the layers that it has. Errors: tensors of other kinds of adapters, of layers that the model does
// not have, or of another shape.
Result<LoraConfig> addAdapters(torch::nn::Module &model, const PeftAdapter &adapter);

// Puts the adapter of a job on the model that it starts from: the one of its folder, or a fresh one. Errors: as above.
Result<LoraConfig> addAdapters(torch::nn::Module &model, const AdapterSpec &spec, std::uint64_t seed);

// The trained tensors of the model under PEFT's names; word embeddings that are the output layer too are there twice.
NamedTensors peftTensors(const torch::nn::Module &model);

struct PeftBase {
    std::string path; // of the model that the adapter is for, or its name on the hub
    bool hasOthers = false; // it has parts that the model here does not have, such as one that sees
};
// `config`: with which the adapters were put on the model. Its layers are written so that PEFT finds exactly these.
std::string peftConfig(const torch::nn::Module &model, const LoraConfig &config, const PeftBase &base);

// The folder appears complete or not at all. `others`: further files in it.
Result<void> writePeftFolder(const std::string &folder, const torch::nn::Module &model, const std::string &config,
    const std::vector<SideFile> &others = {});

} // namespace motley
