// The links between machines, measured without a run or a job, as an object that reports.
#pragma once

#include "remote/prepare/preparation.h"

#include <QObject>
#include <QThreadPool>

namespace motley {

class LinkMeasurement : public QObject {
    Q_OBJECT

public:
    explicit LinkMeasurement(Prompter *prompter, QObject *parent = nullptr);
    ~LinkMeasurement() override; // cancels and waits

    void start(const std::vector<Machine> &machines); // one at a time
    void cancel() { m_stop.request_stop(); }
    bool isGoing() const { return m_isGoing; }

Q_SIGNALS:
    void progressed(const motley::MachineProgress &progress);
    void measured(const std::vector<motley::CandidateMachine> &machines); // with their links
    void failed(const motley::Error &error);
    void cancelled();

private:
    Prompter *m_prompter;
    std::stop_source m_stop;
    bool m_isGoing = false;
    QThreadPool m_queue;
};

} // namespace motley
