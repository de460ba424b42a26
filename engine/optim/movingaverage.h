// An exponential moving average of the parameters: often better than the parameters themselves.
#pragma once

#include "engine/optim/optimizerstate.h"

namespace motley {

class MovingAverage {
public:
    // The average keeps `decay` of itself at each update; the parameters' tensors must stay where they are.
    MovingAverage(double decay, const NamedTensors &parameters);

    void update(); // after each optimizer step; the first one makes the average what the parameters are then

    // Swaps parameters and averages, to test or save the averages in the model; a second call swaps them back.
    void swap();

    NamedTensors state() const; // "averaged", "average.conv1.weight", ...: copyInto() restores it, bit for bit

private:
    double m_decay;
    std::vector<at::Tensor> m_parameters;
    OptimizerState m_averages;
    at::Tensor m_updates; // number of updates so far
};

} // namespace motley
