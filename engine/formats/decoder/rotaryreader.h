// For .cpp files of this folder only, as it sees the JSON library: reads how positions are encoded, in both generations
// of keys: rope_parameters, flat or for each kind of layer, and rope_scaling beside rope_theta.
#pragma once

#include "engine/formats/decoder/configreader.h"
#include "engine/formats/decoder/rotaryconfig.h"

#include <optional>

namespace motley {

struct RotaryKeys {
    const char *layers = "full_attention"; // the kind of layer in nested rope_parameters
    const char *theta = "rope_theta"; // beside rope_scaling
    double usualTheta = 10000;
    double usualPart = 1;
    bool scaled = true; // rope_scaling holds for this kind of layer
};

// `positions`: of the model.
RotaryConfig readRotary(ConfigReader &config, const RotaryKeys &keys, std::int64_t positions);

// A number beside the usual ones in rope_parameters or rope_scaling.
std::optional<double> rotaryNumber(ConfigReader &config, const char *key);

} // namespace motley
