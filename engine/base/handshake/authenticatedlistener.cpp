#include "engine/base/handshake/authenticatedlistener.h"

#include <poll.h>

#include <algorithm>

namespace motley {

namespace {

using Clock = Deadline::clock;
using State = IncomingHandshake::State;
constexpr std::chrono::seconds handshakeLimit{5}; // of a caller
constexpr std::size_t mostCallers = 256; // who have not proved themselves yet

} // namespace

Descriptor AuthenticatedListener::next(Deadline deadline)
{
    while (true) {
        if (Descriptor caller = nextProved())
            return caller;
        if (Clock::now() >= deadline)
            return {};
        waitForCallers(deadline);
        if (Descriptor connection = nextCaller(m_socket, Clock::now())) {
            if (m_callers.size() == mostCallers)
                m_callers.erase(m_callers.begin());
            m_callers.push_back({IncomingHandshake(std::move(connection)), Clock::now() + handshakeLimit});
        }
    }
}

Descriptor AuthenticatedListener::nextProved()
{
    for (auto caller = m_callers.begin(); caller != m_callers.end();) {
        const State state = caller->handshake.advance(m_token);
        Descriptor proved = state == State::Proved ? std::move(caller->handshake).connection() : Descriptor();
        const bool isOver = state != State::Waiting || Clock::now() >= caller->until;
        caller = isOver ? m_callers.erase(caller) : caller + 1;
        if (proved)
            return proved;
    }
    return {};
}

void AuthenticatedListener::waitForCallers(Deadline deadline)
{
    std::vector<pollfd> waits{{m_socket.get(), POLLIN, 0}};
    for (const Caller &caller : m_callers) {
        waits.push_back({caller.handshake.descriptor(), POLLIN, 0});
        deadline = std::min(deadline, caller.until);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    poll(waits.data(), waits.size(), int(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
}

} // namespace motley
