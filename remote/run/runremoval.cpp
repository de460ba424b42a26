#include "remote/run/runremoval.h"

#include "remote/deploy/deployment.h"
#include "remote/fleet/connect.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

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

// `history` is this thread's own.
Result<void> removeFolders(RunHistory &history, const Machine &machine, const std::vector<std::string> &folders,
    Session &session, const std::stop_token &stop)
{
    Result<void> all;
    for (const std::string &folder : folders) {
        const auto removed
            = removeRunFolder(session, folder, stop).and_then([&] { return history.forgetFolder(machine, folder); });
        if (!removed && all)
            all = removed;
    }
    return all;
}

struct Place {
    Machine machine;
    std::vector<std::string> folders;
};

std::vector<Place> placesOf(const RunRecord &run)
{
    std::vector<Place> places;
    for (std::size_t i = 0; i < std::min(run.machines.size(), run.remoteRuns.size()); ++i) {
        const auto same = std::find_if(places.begin(), places.end(), [&](const Place &place) {
            return place.machine.kind == run.machines[i].kind
                && place.machine.destination == run.machines[i].destination;
        });
        Place &place = same == places.end() ? places.emplace_back(Place{run.machines[i], {}}) : *same;
        place.folders.push_back(run.remoteRuns[i].folder);
    }
    return places;
}

Result<void> removeFrom(const QString &dataFolder, const Place &place, Prompter &prompter, const std::stop_token &stop)
{
    const auto session = connectTo(place.machine, prompter, stop);
    if (!session)
        return tl::unexpected<Error>(session.error());
    RunHistory history(dataFolder);
    return history.open().and_then(
        [&] { return removeFolders(history, place.machine, place.folders, **session, stop); });
}

} // namespace

Result<void> removeFromMachines(
    const QString &dataFolder, const RunRecord &run, Prompter &prompter, const std::stop_token &stop)
{
    const std::vector<Place> places = placesOf(run);
    std::vector<Result<void>> removed(places.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < places.size(); ++i)
            threads.emplace_back([&, i] { removed[i] = removeFrom(dataFolder, places[i], prompter, stop); });
    }
    QStringList names;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (!removed[i])
            names << insideSentence(places[i].machine.name);
    const auto first = std::find_if(removed.begin(), removed.end(), [](const auto &done) { return !done; });
    if (first == removed.end())
        return {};
    return sentence(Removed::phrase("The files of the run %1 stay on %2 until the next contact, which removes them: %3")
                        .arg(run.name, QLocale().createSeparatedList(names), first->error()),
        first->error().detail);
}

void removeWhatWasLeft(const QString &dataFolder, const Machine &machine, Session &session, const std::stop_token &stop)
{
    RunHistory history(dataFolder);
    const auto folders = history.open().and_then([&] { return history.leftFolders(machine); });
    if (folders)
        (void)removeFolders(history, machine, *folders, session, stop); // what stays is tried again
}

} // namespace motley
