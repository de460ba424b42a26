#include "engine/exchange/abortablegloo.h"

#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <tuple>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::milliseconds grace(500); // until Gloo has ended what it has not forgotten

c10::intrusive_ptr<c10d::ProcessGroupGloo::Options> optionsFor(
    AbortableGloo::Interface interface, std::chrono::milliseconds limit)
{
    auto options = c10d::ProcessGroupGloo::Options::create(limit);
    options->devices.push_back(std::move(interface));
    return options;
}

// By which one socket is told from another that has its descriptor later; nullopt: it is no connection to another
// program.
std::optional<ino_t> connectionAt(int descriptor)
{
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    struct stat status { };
    if (getpeername(descriptor, reinterpret_cast<sockaddr *>(&peer), &size) != 0
        || (peer.ss_family != AF_INET && peer.ss_family != AF_INET6) || fstat(descriptor, &status) != 0)
        return std::nullopt;
    return status.st_ino;
}

} // namespace

AbortableGloo::AbortableGloo(
    const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, Interface interface, const Limits &limits)
    : Backend(rank, size)
{
    const Connections before = openConnections();
    m_gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(
        store, rank, size, optionsFor(std::move(interface), limits.connecting));
    m_gloo->setTimeout(limits.call);
    m_connections = openConnections();
    std::erase_if(m_connections, [&](const auto &connection) {
        const auto known = before.find(connection.first);
        return known != before.end() && known->second == connection.second;
    });
}

// The end of Gloo's own group waits for its threads, and so for what they wait for.
AbortableGloo::~AbortableGloo()
{
    if (!m_failing.joinable())
        return;
    m_failing.join();
    if (!m_works->haveEnded())
        std::ignore = m_gloo.release();
}

AbortableGloo::Connections AbortableGloo::openConnections()
{
    Connections found;
    std::error_code problem;
    for (std::filesystem::directory_iterator entry("/proc/self/fd", problem), end; !problem && entry != end;
         entry.increment(problem)) {
        const int descriptor = std::atoi(entry->path().filename().c_str());
        if (const auto number = connectionAt(descriptor))
            found.emplace(descriptor, *number);
    }
    return found;
}

void AbortableGloo::abort()
{
    const std::lock_guard lock(m_mutex);
    if (std::exchange(m_isAborted, true))
        return;
    m_works->refuse();
    for (const auto &[descriptor, number] : m_connections)
        if (connectionAt(descriptor) == number) // Gloo closes its own after an error
            ::shutdown(descriptor, SHUT_RDWR);
    for (const auto &message : m_messages)
        if (const auto work = message.lock())
            work->abort();
    m_failing = std::thread([works = m_works] { works->failAfter(grace); });
}

AbortableGloo::Work AbortableGloo::allreduce(Tensors &tensors, const c10d::AllreduceOptions &options)
{
    return m_works->add([&] { return m_gloo->allreduce(tensors, options); });
}

AbortableGloo::Work AbortableGloo::reduce(Tensors &tensors, const c10d::ReduceOptions &options)
{
    return m_works->add([&] { return m_gloo->reduce(tensors, options); });
}

AbortableGloo::Work AbortableGloo::broadcast(Tensors &tensors, const c10d::BroadcastOptions &options)
{
    return m_works->add([&] { return m_gloo->broadcast(tensors, options); });
}

AbortableGloo::Work AbortableGloo::send(Tensors &tensors, int rank, int tag)
{
    return noted(m_gloo->send(tensors, rank, tag));
}

AbortableGloo::Work AbortableGloo::recv(Tensors &tensors, int rank, int tag)
{
    return noted(m_gloo->recv(tensors, rank, tag));
}

// Messages have a way of their own to be ended.
AbortableGloo::Work AbortableGloo::noted(Work message)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_messages, [](const auto &earlier) { return earlier.expired(); });
    m_messages.emplace_back(message);
    if (m_isAborted)
        message->abort();
    return message;
}

} // namespace motley
