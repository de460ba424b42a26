#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "app/words/format.h"
#include "app/words/termswords.h"
#include "remote/fleet/fleet.h"
#include "remote/fleet/lifetimetext.h"
#include "remote/run/runremoval.h"
#include "remote/session/userfolders.h"

#include <QEventLoop>
#include <QJsonDocument>

#include <functional>
#include <memory>
#include <set>

namespace motley {

namespace {

struct MachinesWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineList)
};

struct MachinesOptions {
    std::vector<std::string> fingerprints; // of host keys that are accepted
    bool probe = false;
    bool json = false;
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
        printLine(plainText(MachinesWords::tr("    Data already there: %1").arg(toText(folder))));
    if (const QString terms = termsWords(machine.terms); !terms.isEmpty())
        printLine(MachinesWords::tr("    Terms: %1").arg(terms));
    if (!host.report() || host.error())
        return;
    const auto &report = *host.report();
    const auto text = [](const std::string &bytes) { return QString::fromStdString(bytes); };
    printLine(plainText(QStringLiteral("    %1, %2").arg(text(report.operatingSystem), text(report.architecture))));
    printLine(plainText(
        MachinesWords::tr("    %1, %Ln processor(s), memory %2, disk free %3", nullptr, report.cpuCount)
            .arg(text(report.cpuModel), formatBytes(report.memoryTotalBytes), formatBytes(report.diskFreeBytes))));
    for (const auto &gpu : report.gpus)
        printLine(plainText(
            QStringLiteral("    %1  %2  %3").arg(text(gpu.uuid), text(gpu.name), formatBytes(gpu.memoryTotalBytes))));
    if (report.gpuProblem != GpuProblem::None)
        printLine(plainText(MachinesWords::tr("    The GPUs cannot be used: %1").arg(text(report.gpuDetail))));
}

QJsonObject toJsonObject(const MachineTerms &terms)
{
    QJsonObject object{{QStringLiteral("pricePerHour"), terms.pricePerHour},
        {QStringLiteral("hoursUntilTaken"), terms.hoursUntilTaken},
        {QStringLiteral("replaceMinutes"), terms.replaceMinutes}, {QStringLiteral("comesBack"), terms.comesBack},
        {QStringLiteral("startsAfterRestart"), terms.startsAfterRestart}};
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

// Shows each machine once its answer is there, as one that is slow to say anything must not hide the others.
void probeAll(const Fleet &fleet, const std::function<void(const Host &)> &show)
{
    QEventLoop loop;
    std::set<const Host *> waiting;
    for (const auto &host : fleet.hosts())
        waiting.insert(host.get());
    const auto showAnswer = [&](const Host *host) {
        if (isBusy(*host) || waiting.erase(host) == 0)
            return;
        show(*host);
        if (waiting.empty())
            loop.quit();
    };
    for (const auto &host : fleet.hosts()) {
        QObject::connect(
            host.get(), &Host::changed, &loop, [&, shown = host.get()] { showAnswer(shown); }, Qt::QueuedConnection);
        host->refresh();
    }
    loop.exec();
}

int listMachines(const MachinesOptions &options)
{
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    Fleet fleet(machinesFile(), &prompter);
    fleet.setAtContact([](const Machine &machine, Session &session, const std::stop_token &stop) {
        removeWhatWasLeft(dataFolder(), machine, session, stop);
    });
    if (const auto loaded = fleet.load(); !loaded)
        return failure(loaded.error());
    bool failed = false;
    const auto show = [&](const Host &host) {
        options.json ? printHostAsJson(host) : printHost(host);
        failed = failed || host.error();
    };
    if (options.probe)
        probeAll(fleet, show);
    else
        for (const auto &host : fleet.hosts())
            show(*host);
    return failed ? Failed : Done;
}

} // namespace

void addMachines(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("machines", utf8(Help::tr("List the machines; add or remove one")));
    auto options = std::make_shared<MachinesOptions>();
    command->add_flag("--probe", options->probe, utf8(Help::tr("Log in to each and find out what it is")));
    command->add_flag("--json", options->json, utf8(Help::tr("One JSON object per line")));
    addLoginOption(*command, options->fingerprints);
    command->footer(utf8(Help::tr("Example: motley machines add box me@10.0.0.7 && motley machines --probe")));
    addAddMachine(*command, chosen);
    addMachineData(*command, chosen);
    addMachineTerms(*command, chosen);
    addRemoveMachine(*command, chosen);
    command->callback([&chosen, options, command] {
        if (command->get_subcommands().empty())
            chosen = [options] { return listMachines(*options); };
    });
}

} // namespace motley
