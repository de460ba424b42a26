#include "engine/training/statusreporter.h"

#include "engine/base/monotoniccondition.h"
#include "engine/machine/connectionwatch.h"
#include "engine/machine/processactivity.h"

namespace motley {

namespace {

bool countsProcessorTime(RankPhase phase, bool computesOnCpu)
{
    switch (phase) {
    case RankPhase::Starting:
    case RankPhase::Loading:
    case RankPhase::Saving:
        return true;
    case RankPhase::Training:
    case RankPhase::Testing:
        return computesOnCpu;
    case RankPhase::Connecting:
    case RankPhase::Finished:
        return false;
    }
    return false;
}

} // namespace

StatusReporter::StatusReporter(int rank, bool computesOnCpu, std::shared_ptr<const RankActivity> activity, Sink report)
    : m_rank(rank), m_computesOnCpu(computesOnCpu), m_activity(std::move(activity)), m_report(std::move(report)),
      m_thread([this](std::stop_token stop) { run(std::move(stop)); })
{
}

void StatusReporter::run(std::stop_token stop)
{
    RankStatus status;
    status.rank = m_rank;
    ActivityMeter meter;
    ConnectionWatch connections;
    std::int64_t progressBefore = 0;
    for (;;) {
        status.phase = m_activity->phase();
        status.collectives = m_activity->collectives();
        status.generation = m_activity->generation();
        status.hasLostPeer = m_activity->hasLostPeer();
        const ProcessActivity activity = meter.since();
        const std::int64_t progress = m_activity->progress();
        if (progress > progressBefore || activity.movesBytes
            || (activity.computes && countsProcessorTime(status.phase, m_computesOnCpu)))
            ++status.progress;
        progressBefore = progress;
        status.unreachable = connections.unreachable();
        m_report(status);
        if (stop.stop_requested())
            return;
        sleepFor(stop, interval);
    }
}

} // namespace motley
