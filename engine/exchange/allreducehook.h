// All-reduces a bucket of gradients, as a communication hook of c10d's Reducer.
#pragma once

#include "engine/base/runclock.h"
#include "engine/exchange/group.h"

#include <torch/csrc/distributed/c10d/comm.hpp>

#include <vector>

namespace motley {

class AllReduceHook : public c10d::CppCommHookInterface<const Group *> { // a group that lives longer
public:
    using CppCommHookInterface::CppCommHookInterface;

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket &bucket) override;

    RunClock::time_point lastBegan() const { return m_lastBegan; } // the last bucket's sum: all gradients were there
    double secondsInLast() const { return m_secondsInLast; } // in that sum, if it blocked

    // What this rank itself brings to the sums of the buckets that come now, up to the next call.
    void measureLocalNorm(bool measures);
    double localSquaredNorm() const; // its squared length

private:
    bool m_measuresLocalNorm = false;
    std::vector<at::Tensor> m_localSquaredNorms; // of the buckets, on this rank's device
    RunClock::time_point m_lastBegan;
    double m_secondsInLast = 0;
};

} // namespace motley
