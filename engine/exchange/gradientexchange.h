// Sums the gradients of all ranks while the backward pass still runs.
#pragma once

#include <optional>

namespace motley {

class GradientExchange {
public:
    GradientExchange() = default;
    GradientExchange(const GradientExchange &) = delete;
    GradientExchange &operator=(const GradientExchange &) = delete;
    virtual ~GradientExchange() = default;

    virtual void dropGradients() = 0; // before the first micro-batch of a step
    virtual void prepareForward() = 0; // before the forward pass of the micro-batch whose backward pass exchanges
    virtual void prepareBackward() = 0; // before the backward pass that exchanges
    // After the backward pass that exchanges. The gradients are then sums over all ranks, and 0 for parameters that had
    // no part in the pass.
    virtual void finish() = 0;

    // A backward pass that exchanges may fail halfway for want of memory. The buckets that it has exchanged by then are
    // complete, and the other ranks wait for the remaining ones. So call interrupt(), compute all gradients of this
    // rank anew, from dropGradients() on, in passes that do not exchange, and call resume(). The result is that of a
    // pass that did not fail.
    virtual void interrupt() = 0; // after any pass that failed
    virtual bool isInterrupted() const = 0;
    virtual void resume() = 0;

    // localSquaredNorm() is the squared norm of this rank's own gradients before they are summed. measureLocalNorm() is
    // called before the passes of a step and holds for repeated passes too. nullopt: not measured, or the group has one
    // rank.
    virtual void measureLocalNorm(bool measures) = 0;
    virtual std::optional<double> localSquaredNorm() const = 0; // after finish()

    // Seconds from prepareBackward() until this rank had all its own gradients; the rest of the pass was waiting for
    // other ranks. Without meaning in a group of one.
    virtual double ownBackwardSeconds() const = 0;
    // Seconds of blocking sums after this rank had all its own gradients, which Group::secondsInAllReduce() counts too.
    virtual double secondsInLastAllReduce() const = 0;
};

} // namespace motley
