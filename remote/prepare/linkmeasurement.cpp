#include "remote/prepare/linkmeasurement.h"

namespace motley {

LinkMeasurement::LinkMeasurement(Prompter *prompter, QObject *parent) : QObject(parent), m_prompter(prompter)
{
    m_queue.setMaxThreadCount(1);
}

LinkMeasurement::~LinkMeasurement()
{
    m_stop.request_stop();
    m_queue.waitForDone();
}

void LinkMeasurement::start(const std::vector<Machine> &machines)
{
    m_stop = {};
    m_isGoing = true;
    m_queue.start([this, machines, stop = m_stop.get_token()] {
        const auto tell = [this](auto body) { QMetaObject::invokeMethod(this, std::move(body), Qt::QueuedConnection); };
        PreparationObserver observer;
        observer.entered = [](PreparationStage) {};
        observer.progressed = [this, tell](const MachineProgress &progress) {
            tell([this, progress] { Q_EMIT progressed(progress); });
        };
        RunRequest request;
        request.machines = machines;
        const auto found = measureLinks(request, *m_prompter, observer, stop);
        tell([this, found, wasStopped = stop.stop_requested()] {
            m_isGoing = false;
            if (found)
                Q_EMIT measured(*found);
            else if (wasStopped)
                Q_EMIT cancelled();
            else
                Q_EMIT failed(found.error());
        });
    });
}

} // namespace motley
