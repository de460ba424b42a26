// Programs that do not belong to a run and talk to every port that its processes open, for as long as they live.
#pragma once

#include "engine/base/descriptor.h"
#include "tests/engine/agent/loopbackrun.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace motley {

struct ListeningPort {
    std::string address;
    int port = 0;

    auto operator<=>(const ListeningPort &) const = default;
};

std::set<ListeningPort> portsOf(const std::vector<int> &processes); // on which they listen, by the kernel's tables

class Strangers {
public:
    explicit Strangers(const LoopbackRun &run);
    ~Strangers();

    std::set<ListeningPort> visited() const;
    std::map<std::string, std::vector<std::string>> heard() const; // what was answered, by what was said

private:
    void run(const std::stop_token &stop);
    void visit(const ListeningPort &port);

    const LoopbackRun &m_run;
    std::vector<Descriptor> m_silent; // they stay connected
    mutable std::mutex m_mutex;
    std::set<ListeningPort> m_visited;
    std::map<std::string, std::vector<std::string>> m_heard;
    std::jthread m_thread;
};

} // namespace motley
