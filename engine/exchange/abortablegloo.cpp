#include "engine/exchange/abortablegloo.h"

#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

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
    : AbortableGloo(openConnections(), store, rank, size, optionsFor(std::move(interface), limits.connecting))
{
    setTimeout(limits.call);
}

AbortableGloo::AbortableGloo(const Connections &before, const c10::intrusive_ptr<c10d::Store> &store, int rank,
    int size, c10::intrusive_ptr<Options> options)
    : ProcessGroupGloo(store, rank, size, std::move(options)), m_connections(openConnections())
{
    std::erase_if(m_connections, [&](const auto &connection) {
        const auto known = before.find(connection.first);
        return known != before.end() && known->second == connection.second;
    });
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
    for (const auto &[descriptor, number] : m_connections)
        if (connectionAt(descriptor) == number) // Gloo closes its own after an error
            ::shutdown(descriptor, SHUT_RDWR);
    const std::lock_guard lock(m_mutex);
    m_isAborted = true;
    for (const auto &message : m_messages)
        if (const auto work = message.lock())
            work->abort();
}

c10::intrusive_ptr<c10d::Work> AbortableGloo::send(std::vector<at::Tensor> &tensors, int rank, int tag)
{
    return noted(ProcessGroupGloo::send(tensors, rank, tag));
}

c10::intrusive_ptr<c10d::Work> AbortableGloo::recv(std::vector<at::Tensor> &tensors, int rank, int tag)
{
    return noted(ProcessGroupGloo::recv(tensors, rank, tag));
}

// Gloo forgets a message whose connection is closed while it begins to send it, and would wait for it up to its limit.
c10::intrusive_ptr<c10d::Work> AbortableGloo::noted(c10::intrusive_ptr<c10d::Work> message)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_messages, [](const auto &earlier) { return earlier.expired(); });
    m_messages.emplace_back(message);
    if (m_isAborted)
        message->abort();
    return message;
}

} // namespace motley
