// Counts the arithmetic of a training step during its execution: matrix products and convolutions, forward and
// backward, where a multiplication and an addition are two operations. Cheap operations (activations, normalisation,
// softmax, the optimizer) are not counted, as usual for model FLOPs.
#pragma once

#include <ATen/record_function.h>

#include <atomic>

namespace motley {

class FlopCounter {
public:
    FlopCounter(); // counts from now on, on all threads; only one counter at a time
    ~FlopCounter();
    FlopCounter(const FlopCounter &) = delete;
    FlopCounter &operator=(const FlopCounter &) = delete;

    double operations() const;

private:
    at::CallbackHandle m_handle = 0;
};

} // namespace motley
