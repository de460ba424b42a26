// Collectives of Gloo's whose waits can be ended. Gloo forgets a message whose connection is closed while it is on its
// way, and would wait for it up to its limit: so nobody waits for Gloo itself.
#pragma once

#include "engine/base/monotoniccondition.h"

#include <ATen/core/ivalue.h>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace motley {

// Ends as Gloo's work does, or fails before.
class AbortableWork : public c10d::Work {
public:
    explicit AbortableWork(c10::intrusive_ptr<c10d::Work> gloos);

    bool isCompleted() override { return m_future->completed(); }
    bool isSuccess() const override { return m_future->completed() && !m_future->hasError(); }
    std::exception_ptr exception() const override { return m_future->exception_ptr(); }
    void synchronize() override { m_gloos->synchronize(); }
    bool wait(std::chrono::milliseconds ignored = kNoTimeout) override;
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return m_future; }

    c10d::Work &gloos() { return *m_gloos; }
    void end(c10::ivalue::Future &asGloos);
    void fail();

private:
    c10::intrusive_ptr<c10d::Work> m_gloos;
    c10::intrusive_ptr<c10::ivalue::Future> m_future;
    std::atomic_flag m_hasEnded;
};

// Those of one group that Gloo has not ended yet. All may be called from any thread.
class AbortableWorks : public std::enable_shared_from_this<AbortableWorks> {
public:
    // `begin` must only begin one. Throws std::runtime_error after refuse().
    c10::intrusive_ptr<c10d::Work> add(const std::function<c10::intrusive_ptr<c10d::Work>()> &begin);
    void refuse();
    void failAfter(std::chrono::milliseconds grace); // those that Gloo has not ended by then
    bool haveEnded(); // in Gloo

private:
    std::mutex m_mutex;
    MonotonicCondition m_changed;
    bool m_isRefusing = false;
    std::vector<c10::intrusive_ptr<AbortableWork>> m_works;
};

} // namespace motley
