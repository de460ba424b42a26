// Sums a bucket of gradients over all ranks, as a hook of c10d's Reducer.
#pragma once

#include "engine/exchange/group.h"

#include <torch/csrc/distributed/c10d/comm.hpp>

namespace motley {

class BucketSum : public c10d::CppCommHookInterface<const Group *> { // a group that lives longer
public:
    using CppCommHookInterface::CppCommHookInterface;

    // While other gradients are still to come, what does not block the backward pass for long goes at once and the rest
    // beside it.
    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket &bucket) override;

    double secondsInLast() const { return m_secondsInLast; } // in the last bucket's sum, if it blocked

private:
    double m_secondsInLast = 0;
};

} // namespace motley
