// Sums the gradients of all ranks while the backward pass still runs.
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/group.h"

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

    // The parameters are on `device`. The group, whose ranks may also sum in the layers of a model, must live longer.
    GradientExchange(Group &group, at::Device device) : m_group(group), m_device(device) { }
    GradientExchange(const GradientExchange &) = delete;
    GradientExchange &operator=(const GradientExchange &) = delete;
    virtual ~GradientExchange() = default;

    // Called before the backward pass of the last micro-batch of a step. Earlier micro-batches accumulate gradients
    // that take part in the exchange; at the beginning of a step the parameters have none.
    virtual void begin(OnBucket onBucket) = 0;
    // That backward pass. The gradients are then sums over all ranks, and 0 for parameters that had no part in it.
    Timings backward(const at::Tensor &loss);
    // A pass whose gradients are not exchanged yet.
    Timings time(const std::function<void()> &pass) { return m_group.time(m_device, pass); }

    // Called after backward() ran out of memory. Buckets that were exchanged by then are complete, and the other ranks
    // wait for the rest. So `computeAnew` drops all gradients of this rank and computes them once more. The result is
    // that of a pass that did not fail. Returns the time that came after `computeAnew`, or its error, after which the
    // exchange cannot be used again.
    Result<Timings> resumeAfterFailure(const std::function<Result<void>()> &computeAnew);

    // Index = parameter: whether it had no part in this rank's last pass. Its gradient is that of other ranks, or 0.
    virtual const std::vector<bool> &unused() const = 0;

    struct Overlap {
        double ownSeconds = 0; // from begin() until this rank had all its own gradients; then it waited for other ranks
        double lastSumSeconds = 0; // of sums that blocked after that
    };

protected:
    virtual void finish() = 0; // after the backward pass
    virtual void interrupt() = 0; // the passes that follow do not exchange
    virtual void resume() = 0; // exchanges what was not exchanged before interrupt()
    virtual std::optional<Overlap> overlap() const = 0; // of the last pass; nullopt: there are no ranks to wait for

    Group &m_group;
    const at::Device m_device;
};

} // namespace motley
