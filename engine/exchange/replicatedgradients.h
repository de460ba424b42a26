// Every rank gets the whole sum of the gradients (DistributedDataParallel), by c10d's Reducer with the gradients as
// views of its buckets. A group of one exchanges nothing.
#pragma once

#include "engine/exchange/allreducehook.h"
#include "engine/exchange/gradientexchange.h"

#include <memory>
#include <vector>

namespace motley {

class ResumableReducer;

class ReplicatedGradients : public GradientExchange {
public:
    ReplicatedGradients(const Group &group, std::vector<at::Tensor> parameters); // all ranks, before the first step
    ~ReplicatedGradients() override;

    void dropGradients() override;
    void prepareForward() override;
    void prepareBackward() override;
    void finish() override;
    void interrupt() override;
    bool isInterrupted() const override { return m_state == State::Interrupted; }
    void resume() override;
    void measureLocalNorm(bool measures) override;
    std::optional<double> localSquaredNorm() const override;
    double ownBackwardSeconds() const override;
    double secondsInLastAllReduce() const override;

private:
    void agreeOnOrder(bool isComplete);

    const Group &m_group;
    std::vector<at::Tensor> m_parameters;
    enum class State { Idle, Exchanging, Interrupted } m_state = State::Idle;
    AllReduceHook *m_sum = nullptr; // owned by m_reducer; null: there are no other ranks
    bool m_measuresLocalNorm = false;
    // Whether the first pass that exchanged had all gradients on all ranks; nullopt: there was none yet.
    std::optional<bool> m_isOrderComplete;
    std::unique_ptr<ResumableReducer> m_reducer;
};

} // namespace motley
