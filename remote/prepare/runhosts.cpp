#include "remote/prepare/runhosts.h"

#include "remote/fleet/connect.h"
#include "remote/prepare/onallhosts.h"
#include "remote/session/machinename.h"

#include <algorithm>

namespace motley {

namespace {

// While one machine still works, the connections to the other ones are idle, and some networks drop idle connections.
constexpr std::chrono::seconds longestIdle{30};
constexpr std::chrono::seconds answerLimit{10};
constexpr const char *copying = QT_TRANSLATE_NOOP("motley::Preparation", "Copying the data from %1"); // a stage

} // namespace

bool RunHost::usesGpu() const
{
    return std::any_of(
        devices.begin(), devices.end(), [](const Device &device) { return device.kind == Device::Kind::Cuda; });
}

RunHosts::RunHosts(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
    : m_request(request), m_prompter(prompter), m_observer(observer), m_stop(std::move(stop))
{
    for (std::size_t i = 0; i < request.machines.size(); ++i)
        m_hosts.push_back({static_cast<int>(i), request.machines[i],
            i < request.devices.size() ? request.devices[i] : std::vector<Device>{}, request.job});
}

Result<void> RunHosts::connect(RunHost &host, std::stop_token stop) const
{
    auto session = connectTo(host.machine, m_prompter, stop);
    if (!session)
        return tl::unexpected(session.error());
    host.session = std::move(*session);
    return {};
}

Result<void> RunHosts::reconnect(RunHost &host, std::stop_token stop) const
{
    if (!host.session || std::chrono::steady_clock::now() - host.lastUsed < longestIdle)
        return {};
    CommandOptions options;
    options.silenceLimit = answerLimit;
    options.stop = stop;
    if (host.session->run(":", options))
        return {};
    return connect(host, stop);
}

Result<void> RunHosts::onAll(std::optional<double> MachineRecord::*part, const Work &work)
{
    return onAllHosts(m_hosts, m_stop, [&](RunHost &host, std::stop_token stop) -> Result<void> {
        const auto began = std::chrono::steady_clock::now();
        if (const auto connected = reconnect(host, stop); !connected)
            return connected;
        auto done = work(host, stop);
        host.lastUsed = std::chrono::steady_clock::now();
        auto &seconds = host.candidate.record.*part;
        seconds = seconds.value_or(0) + std::chrono::duration<double>(host.lastUsed - began).count();
        return done;
    });
}

std::vector<CandidateMachine> RunHosts::candidates() const
{
    std::vector<CandidateMachine> machines;
    for (const auto &host : m_hosts) {
        machines.push_back(host.candidate);
        if (host.wasSentFiles) // the next preparation will take less time, as the files are there
            machines.back().record.checkingSeconds.reset();
    }
    return machines;
}

void RunHosts::showProgress(const RunHost &host, const char *stage, qint64 done, qint64 total) const
{
    m_observer.progressed({host.machine.name, QString::fromLatin1(stage), done, total});
}

void RunHosts::showCopying(const RunHost &host, const RunHost &from, qint64 done, qint64 total) const
{
    m_observer.progressed(
        {host.machine.name, QString::fromLatin1(copying).arg(insideSentence(from.machine.name)), done, total});
}

QString stageWords(const MachineProgress &progress)
{
    const QString copyingFrom = QString::fromLatin1(copying).section(QLatin1Char('%'), 0, 0);
    if (progress.stage.startsWith(copyingFrom))
        return Preparation::tr(copying).arg(progress.stage.mid(copyingFrom.size()));
    return Preparation::tr(progress.stage.toLatin1().constData());
}

} // namespace motley
