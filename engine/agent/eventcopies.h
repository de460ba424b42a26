// Which events of the coordinator's log the machines still lack that would coordinate next. Knows no connections.
#pragma once

#include "engine/protocol/event.h"
#include "engine/run/eventreader.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace motley {

class EventCopies {
public:
    explicit EventCopies(std::string logPath);

    // Of an event of the log, in its order; the disk may not have it yet.
    void add(std::int64_t sequence, std::string line);
    void keepAt(const std::set<int> &machines); // those that hold copies from now on
    void countUnheard(); // in lastKept(), of those that hold copies now: they have as much as this machine
    void hear(int machine, std::int64_t lastEvent); // that it has

    struct ForMachine {
        int machine = 0;
        std::string line; // of an event
    };
    // What is to be sent now. A machine that lacks many events gets them by and by, from the log's file.
    std::vector<ForMachine> takeDue();
    bool hasSentAll() const; // to those that have been heard
    // The lines of all later events; none where they are no longer in memory.
    std::vector<std::string> recentAfter(std::int64_t sequence) const;
    // The last event that a machine may know of that keeps no copy: it has left for all that do and are not far behind.
    // `hasUnsent`: lines for that machine are still on this one.
    std::int64_t lastKept(const std::function<bool(int machine)> &hasUnsent);

    static constexpr std::size_t mostRecent = 4096; // events in memory
    static constexpr std::int64_t mostUnheard = 20'000; // events on their way to a machine

private:
    struct Keeper {
        std::int64_t has = 0;
        std::int64_t sent = 0;
        std::int64_t gone = 0; // from this machine
        bool isHeard = false;
        bool hasCaughtUp = false;
        int standstill = 0; // heartbeats without a new event
        std::unique_ptr<EventReader> reader{}; // of older events than those in memory
    };
    struct Recent {
        std::int64_t sequence = 0;
        std::string line;
    };

    void takeOlder(int machine, Keeper &keeper, std::vector<ForMachine> &due) const;

    const std::string m_path;
    std::deque<Recent> m_recent;
    std::int64_t m_last = 0; // event of the log
    std::map<int, Keeper> m_keepers;
};

} // namespace motley
