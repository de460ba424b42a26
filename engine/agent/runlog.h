// What the coordinator keeps of a run: the event log, the curves for TensorBoard, and what the diagnosis adds to the
// events.
#pragma once

#include "engine/plan/diagnosis/diagnosis.h"
#include "engine/protocol/runfolder.h"
#include "engine/run/eventlog.h"
#include "engine/run/tensorboard.h"

#include <memory>
#include <optional>

namespace motley {

class RunLog {
public:
    // `observer` is called with each event as it enters the log.
    static Result<std::unique_ptr<RunLog>> open(const RunFolder &folder, const Plan &plan, EventLog::Observer observer);

    void append(const EventBody &body);
    void flush() { m_log->flush(); }
    void finish(const RunFinished &last); // gives a full disk time to get room for the last events

private:
    explicit RunLog(const Plan &plan) : m_diagnosis(plan) { }
    void diagnose(const EventBody &body);

    std::string m_path;
    std::optional<TensorBoardLog> m_curves;
    std::optional<EventLog> m_log;
    Diagnosis m_diagnosis;
};

} // namespace motley
