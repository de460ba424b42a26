#include "engine/filecopies/filegiver.h"

#include "engine/base/files/readat.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace motley {

namespace {

using GiverClock = Deadline::clock;
constexpr int longestGiverRound = 1000; // milliseconds, in which callers that do not prove themselves are given up
constexpr std::size_t mostWaitingRequests = 64; // of a caller; one that has more is hung up on

} // namespace

Result<FileGiver> FileGiver::open(const GiveRequest &request)
{
    const auto key = filesKeyOf(request.token);
    if (!key)
        return tl::unexpected(key.error());
    auto listener = TlsListener::at(request.address, *key);
    if (!listener)
        return tl::unexpected(listener.error());
    return FileGiver(*std::move(listener), request);
}

FileGiver::FileGiver(TlsListener listener, const GiveRequest &request) : m_listener(std::move(listener))
{
    for (const GivenFile &file : request.files)
        m_paths.emplace(file.sha256, file.path);
}

void FileGiver::give(std::chrono::milliseconds quiet)
{
    for (auto lastAsked = GiverClock::now(); GiverClock::now() < lastAsked + quiet;) {
        std::vector<pollfd> waits;
        m_listener.addWaits(waits);
        for (const Caller &caller : m_callers)
            waits.push_back(caller.link.waits());
        const bool hasWork = std::any_of(m_callers.begin(), m_callers.end(),
            [](const Caller &caller) { return !caller.requests.empty() && !caller.link.hasUnsent(); });
        poll(waits.data(), waits.size(), hasWork ? 0 : longestGiverRound);
        for (TlsConnection &link : m_listener.newCallers())
            m_callers.push_back({std::move(link), GiverClock::now()});
        for (Caller &caller : m_callers) {
            serve(caller);
            lastAsked = std::max(lastAsked, caller.lastAsked);
        }
        std::erase_if(m_callers, [&](const Caller &caller) {
            return caller.link.state() == TlsConnection::State::Closed || caller.requests.size() > mostWaitingRequests
                || GiverClock::now() >= caller.lastAsked + quiet;
        });
    }
}

// Reads a piece only when the one before it has left, so that a slow caller fills no memory.
void FileGiver::serve(Caller &caller) const
{
    caller.link.advance();
    for (const std::string &line : caller.link.receivedLines()) {
        auto request = parsePieceRequest(line);
        if (request && caller.requests.size() <= mostWaitingRequests)
            caller.requests.push_back(*std::move(request));
        caller.lastAsked = GiverClock::now();
    }
    for (int i = 0; i < 4 && !caller.requests.empty() && !caller.link.hasUnsent(); ++i) { // then others have their turn
        caller.link.send(answerLine(piece(caller, caller.requests.front())));
        caller.requests.pop_front();
        caller.lastAsked = GiverClock::now();
        caller.link.advance();
    }
}

std::optional<std::string> FileGiver::piece(Caller &caller, const PieceRequest &request) const
{
    if (caller.sha256 != request.sha256) {
        caller.file = openFile(request.sha256);
        caller.sha256 = request.sha256;
    }
    if (!caller.file)
        return std::nullopt;
    return readAt(caller.file.get(), request.from, filePieceBytes);
}

// O_NONBLOCK: a pipe with that name must not stop this program.
Descriptor FileGiver::openFile(const std::string &sha256) const
{
    const auto path = m_paths.find(sha256);
    if (path == m_paths.end())
        return {};
    Descriptor file(::open(path->second.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status { };
    return file && fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) ? std::move(file) : Descriptor();
}

} // namespace motley
