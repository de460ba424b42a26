// How fast the ticked devices train a job, found out without starting a run, as an object that reports.
#pragma once

#include "remote/prepare/preparation.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>

namespace motley {

class Measurement : public QObject {
    Q_OBJECT

public:
    explicit Measurement(Prompter *prompter, QObject *parent = nullptr);
    ~Measurement() override;

    void start(const RunRequest &request); // one at a time
    void cancel();
    bool isGoing() const { return m_isGoing; }
    const RunRequest &request() const { return m_request; } // of the latest
    // What was measured in the last ten minutes and is good for this request; empty: nothing.
    std::vector<CandidateMachine> latestFor(const RunRequest &request) const;

Q_SIGNALS:
    void progressed(const motley::MachineProgress &progress);
    void measured(const std::vector<motley::CandidateMachine> &machines); // every candidate has its speed
    void failed(const motley::Error &error);
    void cancelled();

private:
    void keep(const std::vector<CandidateMachine> &machines);

    Prompter *m_prompter;
    std::stop_source m_stop;
    bool m_isGoing = false;
    RunRequest m_request; // the latest
    std::vector<CandidateMachine> m_measured; // for it
    QElapsedTimer m_sinceMeasured;
    QThreadPool m_queue;
};

} // namespace motley
