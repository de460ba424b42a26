// A rank's end of the socket that it shares with its agent: requests to the run's store go up, and their answers and
// the agent's orders come down.
#pragma once

#include "engine/base/monotoniccondition.h"
#include "engine/protocol/store/storeline.h"
#include "engine/rendezvous/linesocket.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace motley {

class AgentLink {
public:
    struct Listener { // called from a thread of the link's own
        std::function<void(const std::string &line)> heard; // from the agent, no answer
        std::function<void()> gone; // the agent; nothing more comes
    };
    explicit AgentLink(Descriptor socket, Listener listener = {}); // it may listen to nothing
    ~AgentLink();
    AgentLink(const AgentLink &) = delete;
    AgentLink &operator=(const AgentLink &) = delete;

    using Body = decltype(StoreRequest::body);
    struct TimedOut : std::runtime_error {
        using std::runtime_error::runtime_error;
    };
    // Sends the requests, which get one id, and waits for the answer to the last. `limit`: zero is none. Throws
    // TimedOut once it has passed, and std::runtime_error once the abort is requested, the agent is gone, or for a
    // request that no store takes.
    StoreAnswer ask(const std::vector<Body> &requests, std::chrono::milliseconds limit, const std::stop_token &abort);

private:
    void run();
    void handle(const std::string &line);
    void hangUp();
    void wakeCallers();
    void send(const std::string &lines); // with the lock
    void wakeThread() const noexcept;

    const Listener m_listener;
    const Descriptor m_wakes;
    std::atomic<bool> m_isClosing{false};
    std::atomic<std::int64_t> m_lastId{0};
    std::mutex m_mutex; // for all below
    MonotonicCondition m_changed;
    LineSocket m_socket;
    bool m_isGone = false;
    std::map<std::int64_t, std::optional<StoreAnswer>> m_answers; // by the id of each request that somebody waits for
    std::thread m_thread;
};

} // namespace motley
