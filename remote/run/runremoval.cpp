#include "remote/run/runremoval.h"

#include "remote/deploy/deployment.h"
#include "remote/fleet/connect.h"
#include "remote/session/sentence.h"
#include "remote/session/silentprompter.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <thread>
#include <vector>

namespace motley {

namespace {

struct Removed {
    Q_DECLARE_TR_FUNCTIONS(motley::RunRemoval)
    MOTLEY_PHRASES(motley::RunRemoval)
};

Result<void> removeFrom(const Machine &machine, const RemoteRun &run, const std::stop_token &stop)
{
    SilentPrompter silent;
    const auto session = connectTo(machine, silent, stop);
    if (!session)
        return tl::unexpected<Error>(session.error());
    return removeRunFolder(**session, run.folder, stop);
}

} // namespace

Result<void> removeFromMachines(const RunRecord &run, std::stop_token stop)
{
    const std::size_t count = std::min(run.machines.size(), run.remoteRuns.size());
    std::vector<Result<void>> removed(count);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < count; ++i)
            threads.emplace_back([&, i] { removed[i] = removeFrom(run.machines[i], run.remoteRuns[i], stop); });
    }
    QStringList names;
    for (std::size_t i = 0; i < count; ++i)
        if (!removed[i])
            names << run.machines[i].name;
    const auto first = std::find_if(removed.begin(), removed.end(), [](const auto &done) { return !done; });
    if (first == removed.end())
        return {};
    return sentence(Removed::phrase("The files of the run %1 stay on %2: %3")
                        .arg(run.name, QLocale().createSeparatedList(names), first->error()),
        first->error().detail);
}

} // namespace motley
