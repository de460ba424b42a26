// Compares predictions of step times that were not measured: the regressions of CM-DARE (Li, Walls and Guo, ICDCS 2020)
// and the forecast of this program.
#pragma once

#include "engine/plan/simulation/measuredruns.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

// All but the last are linear regressions on the work of the rank that should take longest in a step.
enum class SpeedModel {
    Complexity, // on the operations of that rank
    Normalised, // on its operations over the capability of its device
    Multivariate, // on its operations and the capability
    PerDevice, // on its operations, one line for each device
    Measured, // forecast from the fixed part and time per unit of each device and task alone, and measured exchanges
};
constexpr int speedModels = 5;
std::string nameOf(SpeedModel model);

// The predicted seconds of a step of `asked`, of which everything but the times is used, from the `known` runs.
// nullopt: the known runs do not determine it.
std::optional<double> predictStep(SpeedModel model, const std::vector<MeasuredRun> &known, const MeasuredRun &asked);

struct ModelErrors {
    SpeedModel model = SpeedModel::Measured;
    std::vector<std::optional<double>> errors; // of each run: predicted over measured, minus 1

    std::optional<double> meanAbsolute(bool together) const; // of the runs whose areTogether is `together`
    std::optional<double> largest(bool together) const;

    std::vector<bool> areTogether; // for each run, whether it has several ranks
};

// Predicts each run from the others: a run of one rank from all other runs, a run of several ranks from all but those
// of the same task on the same devices, whatever their shares.
std::vector<ModelErrors> compareModels(const std::vector<MeasuredRun> &runs);

} // namespace motley
