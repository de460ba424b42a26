// Weights in 4 bits in the tensors of a model's file, as bitsandbytes has them there.
#pragma once

#include "engine/models/quantization/packedweight.h"
#include "engine/tensorfiles/namedtensors.h"

#include <map>
#include <memory>
#include <string>

namespace motley {

// By the names of layers.
using PackedWeights = std::map<std::string, std::shared_ptr<const PackedWeight>>;

// Takes the tensors of packed weights out of the others. Errors name the weight: parts that are missing, of other sizes
// or types than its shape asks for, and kinds other than NF4.
Result<PackedWeights> takePackedWeights(NamedTensors &tensors);

} // namespace motley
