// Sums the gradients of all ranks while the backward pass still runs.
#pragma once

#include "engine/base/result.h"

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace motley {

class GradientExchange {
public:
    // Gets this rank's own gradients of one bucket, flat, before they are summed; on a thread of the backward pass. A
    // bucket whose exchange failed comes again, under the same index.
    using OnBucket = std::function<void(std::size_t bucket, const at::Tensor &gradients)>;

    struct Timings {
        double ownSeconds = 0; // from begin() until this rank had all its own gradients; then it waited for other ranks
        double lastSumSeconds = 0; // of sums that blocked after that, which Group::secondsInAllReduce() counts too
    };

    GradientExchange() = default;
    GradientExchange(const GradientExchange &) = delete;
    GradientExchange &operator=(const GradientExchange &) = delete;
    virtual ~GradientExchange() = default;

    // Called between the forward and the backward pass of the last micro-batch of a step. Earlier micro-batches
    // accumulate gradients that take part in the exchange; at the beginning of a step the parameters have none.
    virtual void begin(OnBucket onBucket = {}) = 0;
    // After that backward pass. The gradients are then sums over all ranks, and 0 for parameters that had no part in
    // it.
    virtual void finish() = 0;

    // Called in place of finish() after a backward pass ran out of memory. Buckets that were exchanged by then are
    // complete, and the other ranks wait for the rest. So `computeAnew` drops all gradients of this rank and computes
    // them once more. The result is that of a pass that did not fail. Returns the error of `computeAnew`, after which
    // the exchange cannot be used again.
    virtual Result<void> resumeAfterFailure(const std::function<Result<void>()> &computeAnew) = 0;

    // Index = parameter: whether it had no part in this rank's last pass. Its gradient is that of other ranks, or 0.
    virtual const std::vector<bool> &unused() const = 0;

    virtual std::optional<Timings> lastTimings() const = 0; // nullopt: there are no other ranks to wait for
};

} // namespace motley
