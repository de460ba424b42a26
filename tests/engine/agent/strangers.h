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

// By the kernel's tables: the ports on which they listen, and the names by which others could reach their local
// sockets.
std::set<ListeningPort> portsOf(const std::vector<int> &processes);
std::set<std::string> localSocketsOf(const std::vector<int> &processes);

class Strangers {
public:
    enum class Account { Own, Another }; // another one can also look into files and processes

    Strangers(const LoopbackRun &run, Account account);
    ~Strangers();

    std::set<ListeningPort> visited() const;
    std::map<std::string, std::vector<std::string>> heard() const; // what was answered, by what was said
    int looks() const; // into files and processes
    std::set<std::string> opened() const; // openTo() in all looks, and local sockets that have a name

private:
    void run(const std::stop_token &stop);
    void visit(const ListeningPort &port);
    void look(const std::vector<int> &processes, const std::set<std::string> &localSockets);

    const LoopbackRun &m_run;
    const Account m_account;
    std::vector<Descriptor> m_silent; // they stay connected
    mutable std::mutex m_mutex;
    std::set<ListeningPort> m_visited;
    std::map<std::string, std::vector<std::string>> m_heard;
    int m_looks = 0;
    std::set<std::string> m_opened;
    std::jthread m_thread;
};

} // namespace motley
