// All-reduces a bucket of gradients, as a communication hook of c10d's Reducer.
#pragma once

#include "engine/device/deviceinterval.h"
#include "engine/exchange/group.h"

#include <torch/csrc/distributed/c10d/comm.hpp>

#include <vector>

namespace motley {

class AllReduceHook : public c10d::CppCommHookInterface<const Group *> { // the group must outlive the hook
public:
    using CppCommHookInterface::CppCommHookInterface;

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket &bucket) override;

    // Measures from here until the all-reduce of the last bucket begins, which is when this rank has all its gradients.
    void beginBackward(c10::Device device) { m_backward.begin(device); }
    double backwardSeconds() const { return m_backward.seconds(); }
    double secondsInLast() const { return m_last.seconds(); } // for which the all-reduce of the last bucket blocked

    // Whether to measure the norm of this rank's own gradients, before they are summed, in the buckets from now on.
    // Drops what was measured before.
    void measureLocalNorm(bool measures);
    double localSquaredNorm() const; // of this rank's own gradients, since measureLocalNorm(true)

private:
    bool m_measuresLocalNorm = false;
    std::vector<at::Tensor> m_localSquaredNorms; // one for each bucket, on this rank's device
    DeviceInterval m_backward;
    DeviceInterval m_last;
};

} // namespace motley
