// Sums the gradients of all ranks while the backward pass still runs: c10d's Reducer, with the gradients as views of
// its buckets. Alone there is nothing to exchange.
#pragma once

#include "engine/exchange/bucketsum.h"

#include <memory>
#include <optional>
#include <vector>

namespace motley {

class ResumableReducer;

class GradientExchange {
public:
    GradientExchange(const Group &group, std::vector<at::Tensor> parameters); // all ranks, before the first step
    ~GradientExchange();

    void dropGradients(); // before the first micro-batch of a step
    void prepareForward(); // of the micro-batch whose backward pass exchanges
    void prepareBackward(); // the gradients then hold the sum over ranks
    void finish(); // after that pass: parameters that had no part in it have a gradient of 0

    // A pass that exchanges may fail halfway, for want of memory. What it had exchanged by then is whole, and the other
    // ranks wait for the rest: interrupt(), make all gradients of this rank anew by passes that do not exchange, from
    // dropGradients() on, and resume(). Then it is as if that pass had gone well.
    void interrupt(); // after any pass that failed
    bool isInterrupted() const { return m_state == State::Interrupted; }
    void resume();

    // The squared length of what this rank itself brings to the sum, as long as it is asked for: from before the passes
    // of a step on, those that are repeated too. nullopt: nobody asked, or there is nobody to exchange with.
    void measureOwn(bool measures);
    std::optional<double> ownSquare() const; // after finish()

    // When this rank had all its own gradients, in seconds after prepareBackward(); the rest was waiting for others.
    // 0 when alone.
    double ownBackwardSeconds() const;
    double secondsInLastSum() const; // of that rest, those that Group::secondsInSums() counts

private:
    std::vector<at::Tensor> m_parameters;
    enum class State { Idle, Exchanging, Interrupted } m_state = State::Idle;
    BucketSum *m_sum = nullptr; // the reducer's
    bool m_measuresOwn = false;
    std::unique_ptr<ResumableReducer> m_reducer;
};

} // namespace motley
