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
    virtual void prepareForward() = 0; // of the micro-batch whose backward pass exchanges
    virtual void prepareBackward() = 0; // the gradients then hold the sum over ranks
    virtual void finish() = 0; // after that pass: parameters that had no part in it have a gradient of 0

    // A pass that exchanges may fail halfway, for want of memory. What it had exchanged by then is whole, and the other
    // ranks wait for the rest: interrupt(), make all gradients of this rank anew by passes that do not exchange, from
    // dropGradients() on, and resume(). Then it is as if that pass had gone well.
    virtual void interrupt() = 0; // after any pass that failed
    virtual bool isInterrupted() const = 0;
    virtual void resume() = 0;

    // The squared length of what this rank itself brings to the sum, as long as it is asked for: from before the passes
    // of a step on, those that are repeated too. nullopt: nobody asked, or there is nobody to exchange with.
    virtual void measureLocalNorm(bool measures) = 0;
    virtual std::optional<double> localSquaredNorm() const = 0; // after finish()

    // When this rank had all its own gradients, in seconds after prepareBackward(); the rest was waiting for others.
    // 0 when alone.
    virtual double ownBackwardSeconds() const = 0;
    virtual double secondsInLastAllReduce() const = 0; // of that rest, those that Group::secondsInAllReduce() counts
};

} // namespace motley
