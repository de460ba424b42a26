// Counts the arithmetic of a training step as it is executed: matrix products and convolutions, forward and backward,
// a multiplication with its addition as two operations. What is cheap beside them (activations, normalisation,
// softmax, the optimizer) is not counted, as is usual for model FLOPs.
#pragma once

#include <ATen/record_function.h>

#include <atomic>

namespace motley {

class FlopCounter {
public:
    FlopCounter(); // counts from now on, on all threads; one at a time
    ~FlopCounter();
    FlopCounter(const FlopCounter &) = delete;
    FlopCounter &operator=(const FlopCounter &) = delete;

    double operations() const;

private:
    at::CallbackHandle m_handle = 0;
};

} // namespace motley
