#include "remote/run/checkpointfetcher.h"

#include <chrono>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds pauseAfterFailure{20};

}

CheckpointFetcher::CheckpointFetcher(Connect connect, RemoteRun run, std::string localFolder, Report report)
    : m_connect(std::move(connect)), m_remoteRun(std::move(run)), m_localFolder(std::move(localFolder)),
      m_report(std::move(report)), m_thread([this](const std::stop_token &stop) { this->run(stop); })
{
}

CheckpointFetcher::~CheckpointFetcher()
{
    m_thread.request_stop();
}

void CheckpointFetcher::look(std::unique_ptr<Session> shared)
{
    const std::lock_guard lock(m_mutex);
    if (shared)
        m_shared = std::move(shared);
    m_isWanted = true;
    m_changed.notify_all();
}

void CheckpointFetcher::run(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return m_isWanted; }) && !stop.stop_requested()) {
        m_isWanted = false;
        if (m_shared)
            m_session = std::move(m_shared);
        lock.unlock();
        const bool done = fetch(stop);
        lock.lock();
        if (done)
            continue;
        m_isWanted = true;
        m_changed.wait_for(lock, stop, pauseAfterFailure, [] { return false; });
    }
}

bool CheckpointFetcher::fetch(const std::stop_token &stop)
{
    if (!m_session) {
        auto connected = m_connect(stop);
        if (!connected)
            return true; // until the run is followed over another connection, or has another checkpoint
        m_session = std::move(*connected);
    }
    const auto copied = collectCheckpoint(*m_session, m_remoteRun, m_localFolder, kept, {bytesPerSecond, stop});
    if (!copied) {
        // Of a lost connection the follower of the run says it.
        if (!stop.stop_requested() && m_session->run("exit 0"))
            say(copied.error());
        else
            m_session.reset();
        return false;
    }
    for (const Error &damaged : copied->damaged)
        say(damaged);
    return true;
}

void CheckpointFetcher::say(const Error &error)
{
    if (std::exchange(m_said, error.message) != error.message)
        m_report(error);
}

} // namespace motley
