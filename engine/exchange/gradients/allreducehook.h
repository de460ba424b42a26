// All-reduces a bucket of gradients, as a communication hook of c10d's Reducer; in numbers of fewer bits if wanted,
// which are those of the sums then.
#pragma once

#include "engine/device/deviceinterval.h"
#include "engine/exchange/gradients/gradientexchange.h"
#include "engine/exchange/group.h"

#include <torch/csrc/distributed/c10d/comm.hpp>

namespace motley {

class AllReduceHook : public c10d::CppCommHookInterface<Group *> { // the group must outlive the hook
public:
    // `sent`: the type of the numbers that ranks send each other.
    explicit AllReduceHook(Group *group, at::ScalarType sent) : CppCommHookInterface(group), m_sent(sent) { }

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket &bucket) override;

    // Before a backward pass that exchanges. Measures from here until the all-reduce of the last bucket begins, which
    // is when this rank has all its gradients.
    void beginBackward(c10::Device device, GradientExchange::OnBucket onBucket);
    GradientExchange::Overlap overlap() const { return {m_backward.seconds(), m_last.seconds()}; }

private:
    at::ScalarType m_sent;
    GradientExchange::OnBucket m_onBucket;
    DeviceInterval m_backward;
    DeviceInterval m_last; // the all-reduce of the last bucket, where it blocked
};

} // namespace motley
