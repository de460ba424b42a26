#include "engine/exchange/abortableworks.h"

#include <stdexcept>

namespace motley {

AbortableWork::AbortableWork(c10::intrusive_ptr<c10d::Work> gloos)
    : m_gloos(std::move(gloos)), m_future(c10::make_intrusive<c10::ivalue::Future>(m_gloos->getFuture()->elementType()))
{
}

bool AbortableWork::wait(std::chrono::milliseconds /*ignored*/)
{
    m_future->waitAndThrow();
    synchronize();
    return true;
}

void AbortableWork::end(c10::ivalue::Future &asGloos)
{
    if (m_hasEnded.test_and_set())
        return;
    if (asGloos.hasError())
        m_future->setError(asGloos.exception_ptr());
    else
        m_future->markCompleted(asGloos.value());
}

void AbortableWork::fail()
{
    if (!m_hasEnded.test_and_set())
        m_future->setError(std::make_exception_ptr(std::runtime_error("A collective was aborted.")));
}

c10::intrusive_ptr<c10d::Work> AbortableWorks::add(const std::function<c10::intrusive_ptr<c10d::Work>()> &begin)
{
    c10::intrusive_ptr<AbortableWork> work;
    {
        const std::lock_guard lock(m_mutex); // none begins after refuse()
        if (m_isRefusing)
            throw std::runtime_error("The group was aborted.");
        work = c10::make_intrusive<AbortableWork>(begin());
        m_works.push_back(work);
    }
    const auto end = [all = shared_from_this(), work](c10::ivalue::Future &asGloos) {
        work->end(asGloos);
        const std::lock_guard lock(all->m_mutex);
        std::erase(all->m_works, work);
        all->m_changed.notifyAll();
    };
    work->gloos().getFuture()->addCallback(end, /*uses_future=*/false);
    return work;
}

void AbortableWorks::refuse()
{
    const std::lock_guard lock(m_mutex);
    m_isRefusing = true;
}

void AbortableWorks::failAfter(std::chrono::milliseconds grace)
{
    std::unique_lock lock(m_mutex);
    m_changed.waitFor(lock, grace, [&] { return m_works.empty(); });
    const auto left = m_works;
    lock.unlock();
    for (const auto &work : left)
        work->fail();
}

bool AbortableWorks::haveEnded()
{
    const std::lock_guard lock(m_mutex);
    return m_works.empty();
}

} // namespace motley
