// A run whose machines are loopback addresses: a run folder and a real agent for each, on tiny images.
#pragma once

#include "engine/protocol/answers.h"
#include "engine/protocol/event.h"
#include "engine/protocol/launchspec.h"
#include "engine/protocol/runfolder.h"
#include "engine/run/agentpidfile.h"

#include <QProcess>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

namespace motley {

struct EngineAnswer {
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};
EngineAnswer runProgram(
    const QString &program, const QStringList &arguments, int milliseconds = 120000, const QByteArray &input = {});
EngineAnswer runEngine(const QStringList &arguments, int milliseconds = 120000, const QByteArray &input = {});

class LoopbackRun {
public:
    explicit LoopbackRun(int machines); // machine m at 127.0.0.(m + 1), one rank each
    ~LoopbackRun(); // ends the processes that still run; a crash of the test ends them too

    JobSpec &job() { return m_job; }
    int machines() const { return m_machines; }
    std::function<void(Plan &)> onPlan; // changes it before it is launched
    bool startsAfterRestart = false; // each machine
    RunFolder folder(int machine = 0) const;
    std::string dataFolder() const;

    bool writeLaunch(int machine, const std::string &resumeFrom = {});

    // Starts `agent` on every machine, the coordinator first. False: one did not get ready; errors() says why.
    bool start(const std::string &resumeFrom = {});
    EngineAnswer rejoin(int machine) const; // once it is lost; returns once it is welcome, or is turned away
    QByteArray errors() const { return m_errors; }
    AgentReady ready() const { return m_ready; }

    std::vector<Event> events(int machine = 0) const; // from the complete lines that its log has now
    template <typename Body>
    std::vector<Body> all(int machine = 0) const
    {
        std::vector<Body> found;
        for (const Event &event : events(machine))
            if (const auto *body = std::get_if<Body>(&event.body))
                found.push_back(*body);
        return found;
    }

    // What its machines' logs show that must not be (tests/engine/agent/faults/history.h), a line each; empty: nothing.
    QString brokenInvariants() const;

    std::vector<int> processes() const; // process ids of this run's agents and ranks that live
    int rankProcess(int rank) const; // 0: there is no such process

private:
    QTemporaryDir m_root;
    int m_watchdog = -1;
    int m_machines;
    JobSpec m_job;
    AgentReady m_ready;
    QByteArray m_errors;
};

} // namespace motley
