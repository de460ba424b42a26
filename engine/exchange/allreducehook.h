// All-reduces a bucket of gradients, as a communication hook of c10d's Reducer.
#pragma once

#include "engine/base/runclock.h"
#include "engine/exchange/group.h"

#include <torch/csrc/distributed/c10d/comm.hpp>

#include <vector>

namespace motley {

class AllReduceHook : public c10d::CppCommHookInterface<const Group *> { // the group must outlive the hook
public:
    using CppCommHookInterface::CppCommHookInterface;

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket &bucket) override;

    // When the all-reduce of the last bucket began, which is when this rank had all its gradients.
    RunClock::time_point lastBegan() const { return m_lastBegan; }
    double secondsInLast() const { return m_secondsInLast; } // for which the all-reduce of the last bucket blocked

    // Whether to measure the norm of this rank's own gradients, before they are summed, in the buckets from now on.
    // Drops what was measured before.
    void measureLocalNorm(bool measures);
    double localSquaredNorm() const; // of this rank's own gradients, since measureLocalNorm(true)

private:
    bool m_measuresLocalNorm = false;
    std::vector<at::Tensor> m_localSquaredNorms; // one for each bucket, on this rank's device
    RunClock::time_point m_lastBegan;
    double m_secondsInLast = 0;
};

} // namespace motley
