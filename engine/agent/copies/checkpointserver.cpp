#include "engine/agent/copies/checkpointserver.h"

#include "engine/base/files/readat.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace motley {

namespace {

namespace fs = std::filesystem;
using State = TlsConnection::State;
constexpr int longestRound = 1000; // milliseconds, in which callers that do not prove themselves are given up

} // namespace

Result<std::unique_ptr<CheckpointServer>> CheckpointServer::at(
    const std::string &address, const TlsConnection::Key &key, RunFolder folder)
{
    auto listener = TlsListener::at(address, key);
    if (!listener)
        return tl::unexpected(listener.error());
    return std::unique_ptr<CheckpointServer>(new CheckpointServer(std::move(*listener), std::move(folder)));
}

CheckpointServer::CheckpointServer(TlsListener listener, RunFolder folder)
    : m_listener(std::move(listener)), m_folder(std::move(folder)), m_port(m_listener.port()),
      m_wakes(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), m_thread([this] { run(); })
{
}

CheckpointServer::~CheckpointServer()
{
    m_isClosing = true;
    eventfd_write(m_wakes.get(), 1);
    m_thread.join();
}

void CheckpointServer::run()
{
    while (!m_isClosing) {
        std::vector<pollfd> waits{{m_wakes.get(), POLLIN, 0}};
        m_listener.addWaits(waits);
        for (const Caller &caller : m_callers)
            waits.push_back(caller.link.waits());
        poll(waits.data(), waits.size(), longestRound);
        for (TlsConnection &link : m_listener.newCallers())
            m_callers.push_back({std::move(link)});
        for (Caller &caller : m_callers) {
            caller.link.advance();
            for (const std::string &line : caller.link.receivedLines())
                if (const auto request = parseCheckpointRequest(line))
                    caller.link.send(toLine(answer(caller, *request)));
        }
        std::erase_if(m_callers, [](const Caller &caller) { return caller.link.state() == State::Closed; });
    }
}

void CheckpointServer::openFiles(Caller &caller, std::int64_t step) const
{
    caller.step = step;
    caller.files.clear();
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(m_folder.checkpoint(step), ignored))
        if (Descriptor file(open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)); file)
            caller.files.emplace(entry.path().filename().string(), std::move(file));
}

CheckpointPiece CheckpointServer::answer(Caller &caller, const CheckpointRequest &request) const
{
    const bool begins = request.file == "manifest.json" && request.from == 0;
    if (begins || request.step != caller.step)
        openFiles(caller, request.step);
    const auto file = caller.files.find(request.file);
    return file == caller.files.end()
        ? CheckpointPiece()
        : CheckpointPiece{true, readAt(file->second.get(), request.from, checkpointPiece)};
}

} // namespace motley
