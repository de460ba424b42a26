// The names that PEFT gives to the parts of a model, which are those in transformers' tree of modules. Files have them
// too, but for older files of models that see, and for files that hold a body alone.
#pragma once

#include <string>

namespace motley {

std::string peftName(const std::string &name); // of a module or tensor: "model.language_model.layers.0.mlp.up_proj"

} // namespace motley
