// How fast the ticked devices train a job, found out without starting a run, as an object that reports.
#pragma once

#include "remote/prepare/preparation.h"

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

Q_SIGNALS:
    void progressed(const motley::MachineProgress &progress);
    void measured(const std::vector<motley::CandidateMachine> &machines); // every candidate has its speed
    void failed(const motley::Error &error);
    void cancelled();

private:
    Prompter *m_prompter;
    std::stop_source m_stop;
    bool m_isGoing = false;
    QThreadPool m_queue;
};

} // namespace motley
