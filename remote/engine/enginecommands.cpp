#include "remote/engine/enginecommands.h"

#include "remote/engine/eventstream.h"
#include "remote/session/sentence.h"
#include "remote/session/ticker.h"

#include "engine/protocol/answers.h"
#include "engine/protocol/runfolder.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct Launch {
    Q_DECLARE_TR_FUNCTIONS(motley::Launch)
    MOTLEY_PHRASES(motley::Launch)
};

constexpr auto engineStartLimit = std::chrono::seconds(120); // LibTorch from a cold disk, then joining the store
constexpr auto rejoinLimit = std::chrono::seconds(240); // as above, and until another machine is known to lead
constexpr auto stopLimit = std::chrono::seconds(90); // of silence: a stop that takes long says so every minute
constexpr double benchmarkSeconds = 2.0;

// stdin: engine, device, the option for threads, threads, seconds, then the job. The engine gets the job through a
// pipe: sshd's stdin may be a socket, which /dev/stdin cannot open, and a file would stay behind when a user cancels.
constexpr const char *measureDeviceScript = R"sh(
IFS= read -r engine
IFS= read -r device
IFS= read -r option
IFS= read -r threads
IFS= read -r seconds
cat | "$engine" measure-device /dev/stdin --device "$device" "$option" "$threads" --seconds "$seconds"
)sh";

// stdin: engine, devices, threads
constexpr const char *benchAllReduceScript = R"sh(
IFS= read -r engine
IFS= read -r devices
IFS= read -r threads
exec "$engine" bench-allreduce --devices "$devices" --threads "$threads" </dev/null
)sh";

// stdin: engine
constexpr const char *echoServerScript = R"sh(
IFS= read -r engine
exec "$engine" echo-server </dev/null
)sh";

// stdin: engine, then the peers
constexpr const char *checkLinksScript = R"sh(
IFS= read -r engine
exec "$engine" check-links
)sh";

// stdin: engine, run folder, an option of the agent or an empty line, then the launch spec
constexpr const char *startScript = R"sh(
umask 077
IFS= read -r engine
IFS= read -r folder
IFS= read -r option
mkdir -p "$folder" && chmod 700 "$folder" || exit 1
cat >"$folder/launch.json.new" && mv -f "$folder/launch.json.new" "$folder/launch.json" || exit 1
exec "$engine" agent "$folder" $option </dev/null
)sh";

// stdin: engine, run folder. Exit codes 3 and 4: what is needed is not there any more.
constexpr const char *rejoinScript = R"sh(
IFS= read -r engine
IFS= read -r folder
[ -f "$folder/launch.json" ] || exit 3
[ -x "$engine" ] || exit 4
exec "$engine" rejoin "$folder" </dev/null
)sh";

// After tickerScript(), as a step may take long. stdin: engine, run folder, sequence number
constexpr const char *followScript = R"sh(
IFS= read -r engine
IFS= read -r folder
IFS= read -r from
startTicker 10
"$engine" follow "$folder" --json --from "$from" </dev/null
)sh";

// stdin: engine, run folder
constexpr const char *statusScript = R"sh(
IFS= read -r engine
IFS= read -r folder
exec "$engine" status "$folder" </dev/null
)sh";

// stdin: run folder. Exit code 3: there is none, and nothing but its absence keeps it from being seen.
constexpr const char *lookForFolderScript = R"sh(
LC_ALL=C
export LC_ALL
IFS= read -r folder
words=$(ls -d "$folder" 2>&1) && exit
case $words in *": No such file or directory") exit 3 ;; esac
)sh";

// stdin: engine, run folder, "--now", "--pause" or an empty line
constexpr const char *stopScript = R"sh(
IFS= read -r engine
IFS= read -r folder
IFS= read -r manner
exec "$engine" stop "$folder" $manner </dev/null
)sh";

// stdin: engine, run folder
constexpr const char *checkpointScript = R"sh(
IFS= read -r engine
IFS= read -r folder
exec "$engine" checkpoint "$folder" </dev/null
)sh";

const char *argumentOf(StopManner manner)
{
    switch (manner) {
    case StopManner::Graceful:
        return "";
    case StopManner::Now:
        return "--now";
    case StopManner::Pause:
        return "--pause";
    }
    return "";
}

std::string lines(std::initializer_list<std::string_view> words)
{
    std::string text;
    for (const auto word : words)
        text.append(word).append("\n");
    return text;
}

// The engine's last line on stderr says by its contract what failed and why; libraries may have written above it.
tl::unexpected<Error> failed(const Sentence &what, const CommandResult &result)
{
    const QString errors = QString::fromStdString(result.errors).trimmed();
    if (errors.isEmpty())
        return sentence(Launch::phrase("%1: the engine ended with code %2.").arg(what).arg(result.exitCode));
    return sentence(verbatim(QStringLiteral("%1: %2")).arg(what, errors.section('\n', -1).trimmed()),
        errors.section('\n', 0, -2).toStdString());
}

struct Question {
    const char *script;
    std::string input; // of the script
    Sentence failure; // where the engine fails
    Sentence misunderstood; // where its answer cannot be read
};

// Runs a command of the engine that answers with one report.
template <typename Report>
Result<Report> ask(
    Session &session, const Question &question, Result<Report> (*parse)(std::string_view), std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = engineStartLimit;
    options.stop = std::move(stop);
    options.input = question.input;
    const auto result = session.run(question.script, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return failed(question.failure, *result);
    auto report = parse(result->output);
    if (!report)
        return sentence(question.misunderstood, report.error().message);
    return report;
}

QString nameOf(const Session &session)
{
    return QString::fromStdString(session.name());
}

} // namespace

Result<SpeedReport> measureDevice(Session &session, const std::string &engine, const JobSpec &job, const Device &device,
    const CpuThreads &threads, std::stop_token stop)
{
    const Sentence noSpeed = Launch::phrase("%1 did not answer with a speed.").arg(nameOf(session));
    auto report = ask<SpeedReport>(session,
        {measureDeviceScript,
            lines({engine, toText(device), threads.mayBeFewer ? "--most-threads" : "--threads",
                std::to_string(threads.count), std::to_string(benchmarkSeconds)})
                + toJson(job),
            Launch::phrase("The speed of %1 could not be measured").arg(nameOf(session)), noSpeed},
        parseSpeedReport, std::move(stop));
    if (report
        && (!(report->samplesPerSecond > 0 && report->fixedSeconds >= 0 && report->secondsPerUnit > 0)
            || report->threads < 0 || report->threads > threads.count))
        return sentence(noSpeed, toJson(*report));
    return report;
}

Result<AllReduceReport> measureAllReduce(
    Session &session, const std::string &engine, const std::vector<Device> &devices, int threads, std::stop_token stop)
{
    std::string names;
    for (const Device &device : devices)
        names += (names.empty() ? "" : ",") + toText(device);
    const Sentence noSpeed = Launch::phrase("%1 did not say how fast its devices work together.").arg(nameOf(session));
    auto report = ask<AllReduceReport>(session,
        {benchAllReduceScript, lines({engine, names, std::to_string(threads)}),
            Launch::phrase("The devices of %1 could not work together").arg(nameOf(session)), noSpeed},
        parseAllReduceReport, std::move(stop));
    if (report
        && (report->ranks != int(devices.size()) || !(report->fixedSeconds >= 0) || !(report->secondsPerByte >= 0)))
        return sentence(noSpeed, toJson(*report));
    return report;
}

Result<EchoEndpoint> startEchoServer(Session &session, const std::string &engine, std::stop_token stop)
{
    return ask<EchoEndpoint>(session,
        {echoServerScript, lines({engine}),
            Launch::phrase("%1 could not listen for the other machines").arg(nameOf(session)),
            Launch::phrase("%1 did not say where it listens for other machines.").arg(nameOf(session))},
        parseEchoEndpoint, std::move(stop));
}

Result<std::vector<MeasuredLink>> checkLinks(
    Session &session, const std::string &engine, const LinkCheckRequest &request, std::stop_token stop)
{
    return ask<LinkCheckReport>(session,
        {checkLinksScript, lines({engine}) + toJson(request),
            Launch::phrase("%1 could not check its links to the other machines").arg(nameOf(session)),
            Launch::phrase("%1 did not say which machines it reaches.").arg(nameOf(session))},
        parseLinkCheckReport, std::move(stop))
        .map([](LinkCheckReport report) { return std::move(report.links); });
}

Result<AgentReady> startAgent(
    Session &session, const RemoteRun &run, const LaunchSpec &spec, AfterRestart afterRestart, std::stop_token stop)
{
    const char *option = afterRestart == AfterRestart::TakesPartAgain ? "--start-after-restart" : "";
    return ask<AgentReady>(session,
        {startScript, lines({run.engine, run.folder, option}) + toJson(spec),
            Launch::phrase("The training could not be started on %1").arg(nameOf(session)),
            Launch::phrase("The engine on %1 started, but its answer could not be read.").arg(nameOf(session))},
        parseAgentReady, std::move(stop));
}

tl::expected<AgentReady, RejoinError> rejoinRun(Session &session, const RemoteRun &run, std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = rejoinLimit;
    options.stop = std::move(stop);
    options.input = lines({run.engine, run.folder});
    const auto result = session.run(rejoinScript, options);
    const auto fails = [](const tl::unexpected<Error> &error, bool isForGood = false) {
        return tl::unexpected(RejoinError(error.value(), isForGood));
    };
    if (!result)
        return tl::unexpected(RejoinError(result.error()));
    if (result->exitCode == 3)
        return fails(sentence(Launch::phrase("The folder of this run on %1 does not exist any more: %2")
                                  .arg(nameOf(session), QString::fromStdString(run.folder))),
            true);
    if (result->exitCode == 4)
        return fails(sentence(Launch::phrase("The engine of this run on %1 does not exist any more: %2")
                                  .arg(nameOf(session), QString::fromStdString(run.engine))),
            true);
    if (result->exitCode != 0)
        return fails(failed(
            Launch::phrase("The engine could not take part in the run again on %1").arg(nameOf(session)), *result));
    auto ready = parseAgentReady(result->output);
    if (!ready)
        return fails(
            sentence(Launch::phrase("The engine on %1 started, but its answer could not be read.").arg(nameOf(session)),
                ready.error().message));
    return *std::move(ready);
}

tl::expected<void, FollowError> follow(
    Session &session, const RemoteRun &run, std::int64_t fromSequence, const OnEvents &onEvents, std::stop_token stop)
{
    EventStream events(fromSequence, onEvents);
    CommandOptions options;
    options.stop = stop;
    options.outputSink = [&](std::string_view bytes) { events.append(bytes); };
    options.timeLimit = std::chrono::milliseconds(0); // that of the run
    options.input = lines({run.engine, run.folder, std::to_string(fromSequence)});
    const auto result = session.run(std::string(tickerScript()) + followScript, options);
    if (!result)
        return tl::unexpected(FollowError(result.error()));
    if (events.hasFinished())
        return {};
    const auto error = failed(Launch::phrase("The run on %1 can no longer be followed").arg(nameOf(session)), *result);
    return tl::unexpected(FollowError(error.value(), true));
}

Result<RunStatus> runStatus(Session &session, const RemoteRun &run, std::stop_token stop)
{
    const Sentence notRead = Launch::phrase("The state of the run on %1 could not be read").arg(nameOf(session));
    return ask<RunStatus>(
        session, {statusScript, lines({run.engine, run.folder}), notRead, notRead}, parseRunStatus, std::move(stop));
}

bool isFolderGone(Session &session, const RemoteRun &run, std::stop_token stop)
{
    CommandOptions options;
    options.stop = std::move(stop);
    options.input = lines({run.folder});
    const auto result = session.run(lookForFolderScript, options);
    return result && result->exitCode == 3;
}

Result<void> stopRun(Session &session, const RemoteRun &run, StopManner manner, std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = stopLimit;
    options.stop = stop;
    options.input = lines({run.engine, run.folder, argumentOf(manner)});
    const auto result = session.run(stopScript, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return failed(Launch::phrase("The run on %1 could not be stopped").arg(nameOf(session)), *result);
    return {};
}

Result<void> askForCheckpoint(Session &session, const RemoteRun &run, std::stop_token stop)
{
    const Sentence notSaved = Launch::phrase("The run on %1 could not be asked for a checkpoint").arg(nameOf(session));
    return ask<RunStatus>(session, {checkpointScript, lines({run.engine, run.folder}), notSaved, notSaved},
        parseRunStatus, std::move(stop))
        .map([](const RunStatus &) {});
}

} // namespace motley
