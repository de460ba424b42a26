#include "remote/prepare/measurement.h"

#include "remote/prepare/earlierspeeds.h"

namespace motley {

Measurement::Measurement(Prompter *prompter, QObject *parent) : QObject(parent), m_prompter(prompter)
{
    m_queue.setMaxThreadCount(1);
}

Measurement::~Measurement()
{
    m_stop.request_stop();
    m_queue.waitForDone();
}

void Measurement::start(const RunRequest &request)
{
    m_stop = {};
    m_isGoing = true;
    m_request = request;
    m_measured.clear();
    m_queue.start([this, request, stop = m_stop.get_token()] {
        const auto tell = [this](auto body) { QMetaObject::invokeMethod(this, std::move(body), Qt::QueuedConnection); };
        PreparationObserver observer;
        observer.entered = [](PreparationStage) {};
        observer.progressed = [this, tell](const MachineProgress &progress) {
            tell([this, progress] { Q_EMIT progressed(progress); });
        };
        const auto found = measureMachines(request, *m_prompter, observer, stop);
        tell([this, found, wasStopped = stop.stop_requested()] {
            m_isGoing = false;
            if (found)
                keep(*found);
            else if (wasStopped)
                Q_EMIT cancelled();
            else
                Q_EMIT failed(found.error());
        });
    });
}

void Measurement::keep(const std::vector<CandidateMachine> &machines)
{
    m_measured = machines;
    m_sinceMeasured.start();
    Q_EMIT measured(machines);
}

std::vector<CandidateMachine> Measurement::latestFor(const RunRequest &request) const
{
    constexpr qint64 fresh = 10 * 60 * 1000; // milliseconds, after which other programs may have come or gone
    if (!m_sinceMeasured.isValid() || m_sinceMeasured.hasExpired(fresh))
        return {};
    return goodFor(request, m_request, m_measured);
}

void Measurement::cancel()
{
    m_stop.request_stop();
}

} // namespace motley
