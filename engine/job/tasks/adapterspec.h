// A low-rank adapter (LoRA, Hu et al. 2022): small matrices beside the linear layers of a model, which are trained
// while the model's own weights stay as they are.
#pragma once

#include "engine/base/datapath.h"
#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct AdapterSpec {
    DataPath start{}; // a folder that PEFT has written, to go on with; what follows is then as it says
    int rank = 0; // rows of the first matrix of each layer; 0: no adapter, all weights are trained
    double alpha = 0; // what is added is multiplied by alpha / rank; 0: alpha is the rank
    bool rsLora = false; // by alpha / sqrt(rank) instead (Kalajdzievski 2023)
    double dropout = 0; // of what the matrices get
    std::string targets = "all-linear"; // or the names of layers, as layerNamesIn() reads them
    std::string rankPattern; // layers of another rank, as layerNumbersIn() reads them
    std::string alphaPattern;
    std::string modulesToSave; // modules that are trained as a whole, such as embed_tokens

    bool isWanted() const { return rank > 0 || !start.empty(); }
    bool operator==(const AdapterSpec &) const = default;
};

struct LayerNumber {
    std::string layer; // its name, or the end of its name from a dot on
    double number = 0;

    bool operator==(const LayerNumber &) const = default;
};

// "q_proj, v_proj": names with commas between them; spaces around them count for nothing. Errors: what is no name.
Result<std::vector<std::string>> layerNamesIn(const std::string &text);
// "down_proj=32, 0.mlp.up_proj=8": each name with a number above 0. Errors: what is no such pair.
Result<std::vector<LayerNumber>> layerNumbersIn(const std::string &text);

} // namespace motley
