// Sums the gradients of all ranks while the backward pass still runs: c10d's Reducer, with the gradients as views of
// its buckets. Alone there is nothing to exchange.
#pragma once

#include "engine/exchange/group.h"

#include <memory>
#include <vector>

namespace c10d {
class Reducer;
}

namespace motley {

class GradientExchange {
public:
    GradientExchange(const Group &group, std::vector<at::Tensor> parameters); // all ranks, before the first step
    ~GradientExchange();

    void dropGradients(); // before the first micro-batch of a step
    void prepareForward(); // of the micro-batch whose backward pass exchanges
    void prepareBackward(); // the gradients then hold the sum over ranks divided by their number
    void finish(); // after that pass: parameters that had no part in it have a gradient of 0
    double divisor() const; // that number

    // When this rank had all its own gradients, in seconds after prepareBackward(); the rest was waiting for others.
    // 0 when alone.
    double ownBackwardSeconds() const;

private:
    std::vector<at::Tensor> m_parameters;
    int m_size = 1;
    std::unique_ptr<c10d::Reducer> m_reducer;
};

} // namespace motley
