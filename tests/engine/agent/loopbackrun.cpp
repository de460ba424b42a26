#include "tests/engine/agent/loopbackrun.h"

#include "engine/base/textfile.h"
#include "tests/engine/agent/faults/history.h"
#include "tests/fixtures/tinyimages.h"

#include <QDir>
#include <QFile>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace motley {

namespace {

// Waits for the end of its input, which comes when the test's process ends in whatever way, then ends agents and
// removes files.
constexpr const char *clearUp
    = "read x; for folder in \"$1\"/machine-*; do \"$2\" stop --now \"$folder\"; done >/dev/null 2>&1; rm -rf \"$1\"";

int startWatchdog(const std::string &root)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    const pid_t child = fork();
    if (child == 0) {
        if (fork() != 0)
            _exit(0); // who ends the test with all its children does not end an orphan
        setsid();
        dup2(ends[0], STDIN_FILENO);
        execl("/bin/sh", "sh", "-c", clearUp, "sh", root.c_str(), MOTLEY_ENGINE, nullptr);
        _exit(1);
    }
    waitpid(child, nullptr, 0);
    close(ends[0]);
    return ends[1];
}

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

EngineAnswer runProgram(const QString &program, const QStringList &arguments, int milliseconds, const QByteArray &input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(milliseconds)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
        process.readAllStandardError()};
}

EngineAnswer runEngine(const QStringList &arguments, int milliseconds, const QByteArray &input)
{
    return runProgram(QStringLiteral(MOTLEY_ENGINE), arguments, milliseconds, input);
}

LoopbackRun::LoopbackRun(int machines) : m_watchdog(startWatchdog(m_root.path().toStdString())), m_machines(machines)
{
    m_root.setAutoRemove(false); // the process of startWatchdog() removes it
    for (int machine = 0; machine < machines; ++machine)
        QDir(m_root.path()).mkdir(QStringLiteral("machine-%1").arg(machine));
    writeTinyImages(dataFolder());
    m_job.name = "tiny";
    m_job.batch = 32;
    m_job.epochs = 100000; // more than any test waits for: the run goes on until it is stopped
    std::get<ImageSpec>(m_job.task).model.width = 8;
    m_job.schedule.peak = 0.01;
    std::get<ImageSpec>(m_job.task).data.folder = dataFolder();
    m_job.evaluateEveryEpochs = 100000;
    m_job.checkpoint.everySteps = 0;
}

LoopbackRun::~LoopbackRun()
{
    for (int machine = 0; machine < m_machines; ++machine)
        runEngine({QStringLiteral("stop"), QStringLiteral("--now"), QString::fromStdString(folder(machine).path)});
    close(m_watchdog);
}

RunFolder LoopbackRun::folder(int machine) const
{
    return {m_root.path().toStdString() + "/machine-" + std::to_string(machine)};
}

std::string LoopbackRun::dataFolder() const
{
    return m_root.path().toStdString() + "/data";
}

bool LoopbackRun::writeLaunch(int machine, const std::string &resumeFrom)
{
    LaunchSpec launch{
        "tiny-1", std::string(64, 'a'), machine, machine == 0 ? 0 : m_ready.controlPort, m_job, {}, resumeFrom};
    launch.plan.shareRule = ShareRule::Given; // two runs of one job are compared bit by bit
    for (int m = 0; m < m_machines; ++m) {
        const std::string number = std::to_string(m + 1);
        launch.plan.machines.push_back({"box-" + number, "127.0.0." + number});
        const auto share = m_job.batch / m_machines + (m == 0 ? m_job.batch % m_machines : 0);
        launch.plan.ranks.push_back({m, {}, share, 0, 1});
    }
    if (onPlan)
        onPlan(launch.plan);
    return bool(writeTextFile(folder(machine).launch(), toJson(launch)));
}

bool LoopbackRun::start(const std::string &resumeFrom)
{
    for (int machine = 0; machine < m_machines; ++machine) {
        if (!writeLaunch(machine, resumeFrom))
            return false;
        QStringList words{QStringLiteral("agent"), QString::fromStdString(folder(machine).path)};
        if (startsAfterRestart)
            words << QStringLiteral("--start-after-restart");
        const auto answer = runEngine(words);
        m_errors = answer.errors;
        const auto ready = parseAgentReady(answer.output.trimmed().toStdString());
        if (answer.exitCode != 0 || !ready)
            return false;
        if (machine == 0)
            m_ready = *ready;
    }
    return true;
}

EngineAnswer LoopbackRun::rejoin(int machine) const
{
    return runEngine({QStringLiteral("rejoin"), QString::fromStdString(folder(machine).path)});
}

std::vector<Event> LoopbackRun::events(int machine) const
{
    std::vector<Event> events;
    const QByteArray log = fileBytes(QString::fromStdString(folder(machine).events()));
    for (const QByteArray &line : log.left(log.lastIndexOf('\n') + 1).split('\n'))
        if (const auto event = parseEvent(line.toStdString()))
            events.push_back(*event);
    return events;
}

QString LoopbackRun::brokenInvariants() const
{
    Logs logs;
    for (int machine = 0; machine < m_machines; ++machine)
        logs.push_back(events(machine));
    QStringList broken;
    for (const std::string &one : motley::brokenInvariants(logs))
        broken.push_back(QString::fromStdString(one));
    return broken.join(QLatin1Char('\n'));
}

std::vector<int> LoopbackRun::processes() const
{
    std::vector<int> found;
    const QStringList numbers = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString &number : numbers) {
        const QList<QByteArray> words = fileBytes(QStringLiteral("/proc/%1/cmdline").arg(number)).split('\0');
        if (words.size() > 2 && (words[1] == "agent" || words[1] == "rejoin" || words[1] == "worker")
            && words[2].startsWith(m_root.path().toUtf8()))
            found.push_back(number.toInt());
    }
    // While a process ends, its words are gone some milliseconds before its number, by which a run's state is known.
    for (int machine = 0; machine < m_machines; ++machine) {
        const auto agent = agentOf(folder(machine));
        if (agent && livenessOf(*agent) == Liveness::Alive && std::ranges::count(found, agent->pid) == 0)
            found.push_back(agent->pid);
    }
    return found;
}

int LoopbackRun::rankProcess(int rank) const
{
    for (const int process : processes()) {
        const QList<QByteArray> words = fileBytes(QStringLiteral("/proc/%1/cmdline").arg(process)).split('\0');
        const auto option = words.indexOf("--rank");
        if (words.value(1) == "worker" && option > 0 && words.value(option + 1).toInt() == rank)
            return process;
    }
    return 0;
}

} // namespace motley
