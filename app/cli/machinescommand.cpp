#include "app/cli/commands.h"
#include "app/cli/exitcode.h"
#include "app/cli/output.h"
#include "app/cli/terminalprompter.h"
#include "app/words/format.h"
#include "app/words/termswords.h"

#include "remote/fleet/fleet.h"
#include "remote/fleet/lifetimetext.h"
#include "remote/session/userfolders.h"

#include <QJsonDocument>

namespace motley {

namespace {

struct Machines {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineList)
};

void printHost(const Host &host)
{
    const auto &machine = host.machine();
    printLine(plainText(machine.kind == Machine::Kind::ThisComputer
            ? QStringLiteral("%1  (%2)").arg(machine.name, host.displayName())
            : QStringLiteral("%1  %2").arg(machine.name, machine.destination)));
    if (host.error())
        printLine(QStringLiteral("    ") + plainText(host.error()->message));
    for (const SharedFolder &folder : machine.sharedFolders)
        printLine(plainText(Machines::tr("    Data already there: %1").arg(toText(folder))));
    if (const QString terms = termsWords(machine.terms); !terms.isEmpty())
        printLine(Machines::tr("    Terms: %1").arg(terms));
    if (!host.report() || host.error())
        return;
    const auto &report = *host.report();
    const auto text = [](const std::string &bytes) { return QString::fromStdString(bytes); };
    printLine(plainText(QStringLiteral("    %1, %2").arg(text(report.operatingSystem), text(report.architecture))));
    printLine(plainText(
        Machines::tr("    %1, %Ln processor(s), memory %2, disk free %3", nullptr, report.cpuCount)
            .arg(text(report.cpuModel), formatBytes(report.memoryTotalBytes), formatBytes(report.diskFreeBytes))));
    for (const auto &gpu : report.gpus)
        printLine(plainText(
            QStringLiteral("    %1  %2  %3").arg(text(gpu.uuid), text(gpu.name), formatBytes(gpu.memoryTotalBytes))));
    if (report.gpuProblem != GpuProblem::None)
        printLine(plainText(Machines::tr("    The GPUs cannot be used: %1").arg(text(report.gpuDetail))));
}

QJsonObject toJsonObject(const MachineTerms &terms)
{
    QJsonObject object{{QStringLiteral("pricePerHour"), terms.pricePerHour},
        {QStringLiteral("hoursUntilTaken"), terms.hoursUntilTaken},
        {QStringLiteral("replaceMinutes"), terms.replaceMinutes}};
    if (!terms.lifetime.empty())
        object[QStringLiteral("lifetime")] = toText(terms.lifetime);
    return object;
}

void printHostAsJson(const Host &host)
{
    QJsonObject object{
        {QStringLiteral("machine"), host.machine().name}, {QStringLiteral("destination"), host.machine().destination}};
    if (!(host.machine().terms == MachineTerms()))
        object[QStringLiteral("terms")] = toJsonObject(host.machine().terms);
    if (host.error())
        object[QStringLiteral("message")] = QString::fromStdString(host.error()->message);
    if (host.report())
        object[QStringLiteral("report")]
            = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(*host.report()))).object();
    printJson(object);
}

bool isBusy(const Host &host)
{
    return host.state() == Host::State::Probing;
}

void probeAll(const Fleet &fleet)
{
    QEventLoop loop;
    const auto leaveWhenDone = [&] {
        const auto &hosts = fleet.hosts();
        if (std::none_of(hosts.begin(), hosts.end(), [](const auto &host) { return isBusy(*host); }))
            loop.quit();
    };
    for (const auto &host : fleet.hosts()) {
        QObject::connect(host.get(), &Host::changed, &loop, leaveWhenDone, Qt::QueuedConnection);
        host->refresh();
    }
    loop.exec();
}

template <typename Change>
int changeFleet(const Change &change) // takes a Fleet and returns a Result
{
    TerminalPrompter prompter({});
    Fleet fleet(machinesFile(), &prompter);
    if (const auto loaded = fleet.load(); !loaded) {
        printError(loaded.error());
        return Failed;
    }
    if (const auto changed = change(fleet); !changed) {
        printError(changed.error());
        return Failed;
    }
    return Done;
}

} // namespace

int listMachines(const MachinesCommand &command)
{
    TerminalPrompter prompter(command.acceptedFingerprints);
    Fleet fleet(machinesFile(), &prompter);
    if (const auto loaded = fleet.load(); !loaded) {
        printError(loaded.error());
        return Failed;
    }
    if (command.probe)
        probeAll(fleet);
    bool failed = false;
    for (const auto &host : fleet.hosts()) {
        command.json ? printHostAsJson(*host) : printHost(*host);
        failed = failed || host->error();
    }
    return failed ? Failed : Done;
}

int addMachine(const QString &name, const QString &destination, const QString &installRoot)
{
    const int code = changeFleet([&](Fleet &fleet) {
        return fleet.add({Machine::Kind::Ssh, name, destination, installRoot});
    });
    if (code == Done)
        printNote(Machines::tr("Added %1. See what it is: motley machines --probe").arg(name));
    return code;
}

int setSharedFolders(const QString &name, const QStringList &folders)
{
    std::vector<SharedFolder> parsed;
    for (const QString &text : folders) {
        const auto folder = parseSharedFolder(text);
        if (!folder) {
            printError(folder.error());
            return WrongUsage;
        }
        parsed.push_back(*folder);
    }
    return changeFleet([&](Fleet &fleet) { return fleet.setSharedFolders(name, std::move(parsed)); });
}

int setTerms(const QString &name, MachineTerms terms, const QString &lifetime, const QString &lifetimesFile)
{
    if (!lifetime.isEmpty() || !lifetimesFile.isEmpty()) {
        auto curve = lifetime.isEmpty() ? readLifetimes(lifetimesFile) : parseLifetime(lifetime);
        if (!curve) {
            printError(curve.error());
            return WrongUsage;
        }
        terms.lifetime = *std::move(curve);
    }
    const int code = changeFleet([&](Fleet &fleet) { return fleet.setTerms(name, terms); });
    if (const QString words = termsWords(terms); code == Done && !words.isEmpty())
        printNote(Machines::tr("%1: %2").arg(plainText(name, 60), words));
    return code;
}

int removeMachine(const QString &name)
{
    return changeFleet([&](Fleet &fleet) { return fleet.remove(name); });
}

} // namespace motley
