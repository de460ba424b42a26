// What one rank does with complete gradients: unscale, clip, optimizer step, moving average. Has no collectives, so
// that whoever has begun an update comes to its end.
#pragma once

#include "engine/job/precisionspec.h"
#include "engine/optim/lossscaler.h"
#include "engine/optim/movingaverage.h"
#include "engine/optim/optimizer.h"
#include "engine/training/checkpoint/statetensors.h"

#include <optional>

namespace motley {

struct UpdateOptions {
    OptimizerSpec optimizer;
    double clipNorm = 0; // 0: no clipping
    PrecisionSpec precision;
    at::Device device = at::kCPU;
};

class Updater {
public:
    // `held`: the slices of parameters that it updates; nullopt: all. The parameters' tensors must stay where they are.
    Updater(const UpdateOptions &options, const NamedTensors &parameters,
        const std::optional<std::vector<ParameterSlice>> &held = {});

    const std::vector<at::Tensor> &parameters() const { return m_parameters; } // whose gradients it uses, or slices

    std::optional<double> lossScale() const; // of float16 training
    // From now on it updates these slices, or all parameters, whose optimizer state is as before the first step.
    void hold(const NamedTensors &parameters, const std::optional<std::vector<ParameterSlice>> &held);
    double unscale(); // divides the gradients by the loss scale; returns their norm

    void skip(); // a step whose gradients are not finite: only the loss scale changes
    // `gradientNorm`: by which to clip, the same on all ranks that are to stay alike. `unused`: as of
    // Optimizer::step().
    void step(double gradientNorm, double learningRate, const std::vector<bool> &unused);
    void average(); // after the step: takes the parameters into their moving average, if there is one

    // Swaps the parameters with their moving average, if there is one; a second call swaps them back.
    void swapAverage();

    NamedTensors optimizerState() const { return m_optimizer.state(); }
    std::vector<StatePart> state(NamedTensors optimizer) const; // `optimizer`: in place of its own

private:
    UpdateOptions m_options;
    std::vector<at::Tensor> m_parameters;
    Optimizer m_optimizer;
    std::optional<MovingAverage> m_average;
    std::optional<LossScaler> m_scaler;
};

// For as long as it lives, the parameters are their moving average, if there is one.
class AveragedParameters {
public:
    explicit AveragedParameters(Updater &updater) : m_updater(updater) { m_updater.swapAverage(); }
    ~AveragedParameters() { m_updater.swapAverage(); }
    AveragedParameters(const AveragedParameters &) = delete;
    AveragedParameters &operator=(const AveragedParameters &) = delete;

private:
    Updater &m_updater;
};

} // namespace motley
