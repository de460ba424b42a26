// The machines of a run while it is prepared: what is known of each, and work that all of them do at the same time.
#pragma once

#include "remote/deploy/inspection.h"
#include "remote/engine/enginecommands.h"
#include "remote/prepare/preparation.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <chrono>

namespace motley {

struct Preparation { // the translation context
    Q_DECLARE_TR_FUNCTIONS(motley::Preparation)
    MOTLEY_PHRASES(motley::Preparation)
};

struct RunHost {
    int index = 0;
    Machine machine;
    std::vector<Device> devices;
    JobSpec job; // with paths as that machine knows them
    std::unique_ptr<Session> session{};
    CandidateMachine candidate{};
    std::string root{}; // the install root on the machine
    RemoteRun run{};
    bool startTried = false;
    bool wasSentFiles = false;
    std::optional<double> uplinkBytesPerSecond{}; // from this computer; empty: not measured
    std::optional<Inspection> dataThere{}; // of the files of the job; empty: not known
    std::chrono::steady_clock::time_point lastUsed{};
    EchoEndpoint echoEndpoint{}; // where its echo server listens
    LinkCheckRequest others{}; // the echo servers of the other machines

    bool usesGpu() const;
    bool isSentFiles() const { return machine.kind == Machine::Kind::Ssh; }
};

class RunHosts {
public:
    RunHosts(const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop);

    const RunRequest &request() const { return m_request; }
    const PreparationObserver &observer() const { return m_observer; }
    std::stop_token stop() const { return m_stop; }
    std::vector<RunHost> &hosts() { return m_hosts; }
    const std::vector<RunHost> &hosts() const { return m_hosts; }

    Result<void> connect(RunHost &host, std::stop_token stop) const;
    Result<void> reconnect(RunHost &host, std::stop_token stop) const; // connects again if the connection was lost

    // `part`: the seconds in each machine's record that the duration of this work is added to.
    using Work = std::function<Result<void>(RunHost &, std::stop_token)>;
    Result<void> onAll(std::optional<double> MachineRecord::*part, const Work &work);

    std::vector<CandidateMachine> candidates() const;
    void warn(const std::vector<std::string> &sentences) // in the run's log
    {
        m_warnings.insert(m_warnings.end(), sentences.begin(), sentences.end());
    }
    const std::vector<std::string> &warnings() const { return m_warnings; }
    void showProgress(const RunHost &host, const char *stage, qint64 done = 0, qint64 total = 0) const;
    void showCopying(const RunHost &host, const RunHost &from, qint64 done, qint64 total) const;

private:
    const RunRequest &m_request;
    Prompter &m_prompter;
    const PreparationObserver &m_observer;
    std::stop_token m_stop;
    std::vector<RunHost> m_hosts;
    std::vector<std::string> m_warnings;
};

} // namespace motley
