// What the coordinator keeps of a run: the event log, the curves for TensorBoard, and what the diagnosis adds to the
// events. On the machines that would coordinate next it is a copy, which can go on.
#pragma once

#include "engine/agent/eventcopies.h"
#include "engine/plan/diagnosis/diagnosis.h"
#include "engine/protocol/runfolder.h"
#include "engine/run/eventlog.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class RunLog {
public:
    // `observer` is called by deliver(), with each event that has its number, whatever the disk does.
    static Result<std::unique_ptr<RunLog>> open(const RunFolder &folder, const Plan &plan, EventLog::Observer observer);

    void append(const EventBody &body, bool isOnTime = true); // late ones show no slowness; does not wait for the disk
    void lead(); // from now on, after another machine, with those that keep copies now
    // Of the log of the machine that coordinates. False: it does not follow on the last one.
    bool copy(const LoggedEvent &copied);
    std::int64_t lastSequence() const { return m_log.lastSequence(); }
    void deliver();
    EventCopies &copies() { return m_copies; } // has what was delivered
    // Lets the disk, and thereby whoever follows the run, have no event that would be lost with this machine. One that
    // has left for nobody by the time at which a silent machine is lost must do without.
    void writeWhatIsKept(const std::function<bool(int machine)> &hasUnsent);
    void dropUnkept(); // where other machines go on, and give these numbers again
    void finish(); // writes all, and gives a full disk time to get room for the last events

private:
    struct Received; // what the log's thread, which may outlive this object, uses too

    RunLog(const Plan &plan, EventLog log, std::string path, std::shared_ptr<Received> received,
        EventLog::Observer observer);
    std::vector<Slowdown> diagnose(const EventBody &body);

    Diagnosis m_diagnosis;
    EventLog m_log;
    EventCopies m_copies;
    const std::string m_path;
    const std::shared_ptr<Received> m_received;
    const EventLog::Observer m_observer;
    std::optional<std::int64_t> m_lastKept;
    std::chrono::steady_clock::time_point m_keptSince{}; // that one is the last
};

} // namespace motley
