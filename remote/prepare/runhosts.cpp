#include "remote/prepare/runhosts.h"

#include "remote/fleet/connect.h"
#include "remote/prepare/onallhosts.h"

#include <algorithm>

namespace motley {

namespace {

// While one machine still works, the others' connections lie idle, and some networks forget idle connections.
constexpr std::chrono::seconds longestIdle{30};
constexpr std::chrono::seconds answerLimit{10};

} // namespace

bool Member::takesGpu() const
{
    return std::any_of(
        devices.begin(), devices.end(), [](const Device &device) { return device.kind == Device::Kind::Cuda; });
}

Crew::Crew(const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
    : m_request(request), m_prompter(prompter), m_observer(observer), m_stop(std::move(stop))
{
    for (std::size_t i = 0; i < request.machines.size(); ++i)
        m_members.push_back({static_cast<int>(i), request.machines[i],
            i < request.devices.size() ? request.devices[i] : std::vector<Device>{}, request.job});
}

Result<void> Crew::connect(Member &member, std::stop_token stop) const
{
    auto session = connectTo(member.machine, m_prompter, stop);
    if (!session)
        return tl::unexpected(session.error());
    member.session = std::move(*session);
    return {};
}

Result<void> Crew::wake(Member &member, std::stop_token stop) const
{
    if (!member.session || std::chrono::steady_clock::now() - member.lastUsed < longestIdle)
        return {};
    CommandOptions options;
    options.silenceLimit = answerLimit;
    options.stop = stop;
    if (member.session->run(":", options))
        return {};
    return connect(member, stop);
}

Result<void> Crew::onAll(std::optional<double> MachineRecord::*part, const Work &work)
{
    return onEvery(m_members, m_stop, [&](Member &member, std::stop_token stop) -> Result<void> {
        const auto began = std::chrono::steady_clock::now();
        if (const auto awake = wake(member, stop); !awake)
            return awake;
        auto done = work(member, stop);
        member.lastUsed = std::chrono::steady_clock::now();
        auto &seconds = member.candidate.record.*part;
        seconds = seconds.value_or(0) + std::chrono::duration<double>(member.lastUsed - began).count();
        return done;
    });
}

std::vector<CandidateMachine> Crew::candidates() const
{
    std::vector<CandidateMachine> machines;
    for (const auto &member : m_members) {
        machines.push_back(member.candidate);
        if (member.wasSentFiles) // the next time there is less to do
            machines.back().record.checkingSeconds.reset();
    }
    return machines;
}

void Crew::say(const Member &member, const QString &stage, qint64 done, qint64 total) const
{
    m_observer.progressed({member.machine.name, stage, done, total});
}

} // namespace motley
