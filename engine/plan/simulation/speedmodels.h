// How well steps can be predicted that were not measured: regressions as CM-DARE (Li, Walls and Guo, ICDCS 2020)
// compares them, and the forecast of this program.
#pragma once

#include "engine/plan/simulation/measuredruns.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

// Each but the last is linear, in what the rank that should take longest does in a step.
enum class SpeedModel {
    Complexity, // its operations
    Normalised, // its operations over its device's capability
    Multivariate, // its operations, and the capability
    PerDevice, // its operations, a line for each device
    Measured, // a forecast: fixed part and time per unit of each device and task alone, and what exchanges took
};
constexpr int speedModels = 5;
std::string nameOf(SpeedModel model);

// Seconds of a step of `asked`, of which ranks, units and bytes are read but no time, from `known` runs. nullopt: those
// do not determine it.
std::optional<double> predictStep(SpeedModel model, const std::vector<MeasuredRun> &known, const MeasuredRun &asked);

struct ModelErrors {
    SpeedModel model = SpeedModel::Measured;
    std::vector<std::optional<double>> errors; // of each run: predicted over measured, minus 1

    std::optional<double> meanAbsolute(bool together) const; // of runs of several ranks, or of one
    std::optional<double> largest(bool together) const;

    std::vector<bool> areTogether; // of each run
};

// Each run is predicted from the others. Of one rank: from all runs but itself, of several: from all but those of the
// same task on the same devices, whatever their shares.
std::vector<ModelErrors> compareModels(const std::vector<MeasuredRun> &runs);

} // namespace motley
