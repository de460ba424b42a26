#include "app/models/runnotice.h"

#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/words/comebackwords.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"
#include "app/words/overduewords.h"
#include "app/words/slowdownwords.h"
#include "app/words/steptimewords.h"
#include "remote/run/resumption.h"
#include "remote/session/isolated.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace motley {

namespace {

using Kind = MessageCard::Kind;
using State = TrainingRun::State;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::RunNotice)
};

// As they stand inside a sentence.
QString machineWords(const QStringList &names)
{
    QStringList words;
    for (const QString &name : names)
        words << insideSentence(machineWord(name.toStdString()));
    return formatList(words);
}

bool isFailed(const OpenRun &run)
{
    return run.isOver() && run.record().outcome == RunRecord::Outcome::Failed;
}

bool isKnownToHaveEnded(const OpenRun &run)
{
    return run.hasEnded() || run.series().finished();
}

RunNotice errorNotice(const Error &error)
{
    return {Kind::Error, say(error), QString::fromStdString(error.detail)};
}

RunNotice stopFailureNotice(const Error &error)
{
    return {Kind::Error,
        Words::tr("The run could not be stopped, and goes on. %1").arg(isolated(plainText(say(error)))),
        QString::fromStdString(error.detail)};
}

RunNotice loginNotice(const OpenRun &run)
{
    const QString machine = machineWord(run.record().machines.front().name.toStdString());
    const QString sentence = isKnownToHaveEnded(run)
        ? Words::tr(
            "This run has ended. %1 asks a question before it lets you log in, for instance for a password, so this "
            "is what was known last.")
        : Words::tr(
            "%1 asks a question before it lets you log in, for instance for a password. Until then, this is what was "
            "known last.");
    return {Kind::Warning, sentence.arg(machine), say(*run.error())};
}

RunNotice refusalNotice(const OpenRun &run)
{
    const QString sentence = isKnownToHaveEnded(run)
        ? Words::tr("This run has ended, and this is what was known last. %1")
        : Words::tr("This is what was known last. %1");
    return {Kind::Warning, sentence.arg(isolated(plainText(say(*run.error())))),
        QString::fromStdString(run.error()->detail)};
}

// Only a machine that answers knows whether the training goes on.
QString lostContactWords(const OpenRun &run)
{
    if (run.hasEnded())
        return Words::tr("This run has ended. There is no contact with its machines, so this is what was known last.");
    const MachineReport &others = run.others();
    const QString leader = insideSentence(machineWord(run.record().machines.front().name.toStdString()));
    const QString other = machineWord(others.machine.toStdString());
    switch (others.state) {
    case MachineReport::State::Training:
        return Words::tr("There is no contact with %1 at the moment, so this is what was known last. %2 says that the "
                         "training goes on.")
            .arg(leader, other);
    case MachineReport::State::Ended:
        return Words::tr("There is no contact with %1 at the moment, so this is what was known last. %2 says that the "
                         "training has ended.")
            .arg(leader, other);
    case MachineReport::State::Failed:
    case MachineReport::State::Unknown:
        break;
    }
    return Words::tr("There is no contact with %1 at the moment, so this is what was known last.").arg(leader);
}

RunNotice lostContactNotice(const OpenRun &run)
{
    return {Kind::Warning, lostContactWords(run), say(*run.error())};
}

RunNotice failureNotice(const OpenRun &run)
{
    const auto &finished = *run.series().finished();
    const auto &failure = run.series().failure();
    const QString why = run.error() ? say(*run.error()) : QString::fromStdString(finished.message);
    return {Kind::Error,
        Words::tr("The run failed after step %1: %2").arg(formatCount(finished.step), isolated(plainText(why, 400))),
        failure ? sentenceOf(EventBody(*failure)) : QString()};
}

RunNotice stopNotice(const RunFinished &finished)
{
    return {Kind::Info,
        Words::tr("The run was stopped after step %1: %2")
            .arg(formatCount(finished.step), isolated(plainText(QString::fromStdString(finished.message), 400)))};
}

RunNotice slowdownNotice(const Slowdown &slowdown, const std::deque<MachineSeries> &machines)
{
    const auto machine = static_cast<std::size_t>(slowdown.machine);
    const QString text = slowdownText(slowdown, machines.size() < 2 ? Company::None : Company::Others);
    if (slowdown.machine < 0 || machine >= machines.size())
        return {Kind::Warning, text};
    return {Kind::Warning, Words::tr("%1: %2").arg(machineWord(machines[machine].name), text)};
}

RunNotice silenceNotice(double seconds, const MetricSeries &series)
{
    const QString since = Words::tr("No step for %1; the last one took %2.")
                              .arg(formatDuration(seconds), formatSeconds(series.stepSeconds().back()));
    const auto &overdue = series.overdue();
    const auto machine = static_cast<std::size_t>(overdue ? overdue->machine : -1);
    if (machine >= series.machines().size())
        return {Kind::Info,
            joinSentences({since, Words::tr("The machines are testing or saving, or wait for one of them.")})};
    return {overdue->isSilent ? Kind::Warning : Kind::Info,
        joinSentences({since, overdueWords(*overdue, machineWord(series.machines()[machine].name))})};
}

RunNotice lossNotice(const OpenRun &run)
{
    const MetricSeries &series = run.series();
    const RunMembers &members = series.members();
    const QStringList names = machineWords(series);
    const QString goesOn = members.isForming()
        ? Words::tr("The %Ln rank(s) that are left connect to each other.", nullptr, members.ranks())
        : Words::tr("The run goes on with %Ln rank(s).", nullptr, members.ranks());
    QStringList sentences, causes;
    for (const auto &[machine, comeback] : run.comebacks()) {
        sentences << comebackWords(comeback, names.value(machine));
        if (!comeback.why.message.empty())
            causes << Words::tr("%1: %2").arg(names.value(machine), isolated(say(comeback.why)));
    }
    sentences << lostOnTheWay(members, names) << goesOn;
    for (const RunMembers::Loss &loss : members.losses())
        causes << Words::tr("%1: %2").arg(names.value(loss.failure.machine), lossWords(loss));
    const auto kind = members.areAll() ? Kind::Info : Kind::Warning;
    return {kind, joinSentences(sentences), causes.join(QLatin1Char('\n'))};
}

RunNotice lossAndSlowdown(const RunNotice &loss, const RunNotice &slowdown)
{
    const bool isMissing = loss.kind == Kind::Warning; // else all machines take part again
    const auto &first = isMissing ? loss : slowdown;
    const auto &second = isMissing ? slowdown : loss;
    return {Kind::Warning, joinSentences({first.sentence, second.sentence}), loss.detail};
}

RunNotice stepTimeNotice(const MetricSeries &series)
{
    const StepParts &parts = series.stepParts();
    return {Kind::Info, stepTimeWords(parts.stepSeconds(), series.stepPredicted()),
        stepPartsWords(parts, series.stepPredicted())};
}

std::optional<RunNotice> withoutAction(const OpenRun &run)
{
    const auto &series = run.series();
    const bool hasFailed = series.finished() && series.finished()->outcome == RunFinished::Outcome::Failed;
    if (run.notResumed())
        return errorNotice(*run.notResumed());
    if (run.notStopped() && !run.hasEnded())
        return stopFailureNotice(*run.notStopped());
    if (run.notSaved() && !run.hasEnded())
        return errorNotice(*run.notSaved());
    if (run.isReading()) // what was true once
        return {};
    if (run.state() == State::NeedsLogin)
        return loginNotice(run);
    if (run.state() == State::Refused)
        return refusalNotice(run);
    if (run.state() == State::LostContact && run.error())
        return lostContactNotice(run);
    if (run.error() && run.record().outcome == RunRecord::Outcome::Stopped)
        return RunNotice{Kind::Info, say(*run.error())};
    if (hasFailed && (series.failure() || !run.error()))
        return failureNotice(run);
    if (run.error())
        return errorNotice(*run.error());
    if (series.finished() && series.finished()->outcome == RunFinished::Outcome::Stopped
        && !series.finished()->message.empty())
        return stopNotice(*series.finished());
    if (run.hasEnded() && series.finished() && series.finished()->outcome == RunFinished::Outcome::Paused)
        return RunNotice{Kind::Info, Words::tr("Paused after step %1.").arg(formatCount(series.finished()->step))};
    if (!run.hasEnded() && run.resumedWithout())
        return RunNotice{Kind::Info,
            Words::tr("Once the machines have saved what they have, another run goes on without %1.")
                .arg(machineWords(*run.resumedWithout()))};
    const bool hasLosses = !run.hasEnded() && !series.members().losses().empty();
    if (hasLosses && series.members().isForming())
        return lossNotice(run);
    if (const auto silent = run.silentSeconds())
        return silenceNotice(*silent, series);
    const bool isSlowedDown = !run.hasEnded() && !series.slowdowns().empty();
    if (hasLosses && isSlowedDown)
        return lossAndSlowdown(lossNotice(run), slowdownNotice(series.slowdowns().back(), series.machines()));
    if (isSlowedDown)
        return slowdownNotice(series.slowdowns().back(), series.machines());
    if (hasLosses)
        return lossNotice(run);
    if (run.hasEnded() && series.stepParts().stepSeconds() > 0)
        return stepTimeNotice(series);
    return {};
}

QString lossWords(const OpenRun &run)
{
    const auto &series = run.series();
    const auto last = static_cast<std::int64_t>(series.steps().back());
    const auto saved = stepOfLastCheckpoint(run.record());
    if (const auto &newest = series.lastCheckpoint(); newest && newest->step > saved.value_or(0))
        return Words::tr("Its checkpoint of step %1 was not copied here. Opening the run again copies it, if the run's "
                         "first machine still has it.")
            .arg(formatCount(newest->step));
    if (!saved) {
        const auto taken = last - (series.started() ? series.started()->firstStep - 1 : 0);
        return Words::tr("No checkpoint of it is on this computer: the work of %Ln step(s) is lost.", nullptr,
            static_cast<int>(taken));
    }
    if (*saved >= last)
        return {};
    return Words::tr("Its last checkpoint is of step %1: the work of %Ln step(s) since then is lost.", nullptr,
        static_cast<int>(last - *saved))
        .arg(formatCount(*saved));
}

// The names of machines that a new run leaves out: those that are lost, and `machine`, which is in the way; at least
// one stays.
QStringList leftOut(const MetricSeries &series, const std::optional<std::string> &machine)
{
    QStringList names;
    for (std::size_t i = 0; i < series.machines().size(); ++i)
        if (series.members().isLost(static_cast<int>(i)))
            names << QString::fromStdString(series.machines()[i].name);
    if (machine && !names.contains(QString::fromStdString(*machine)))
        names << QString::fromStdString(*machine);
    const auto most = std::max(qsizetype(1), static_cast<qsizetype>(series.machines().size()) - 1);
    return names.mid(0, most);
}

QString without(const QString &words, const QString &wordsWithout, const QStringList &names)
{
    return names.isEmpty() ? words : wordsWithout.arg(machineWords(names));
}

// With and without machines that were lost or failed or that other shares do not help.
void addResumption(RunNotice &notice, const QStringList &names)
{
    const QString text = without(Words::tr("Go on"), Words::tr("Go on without %1"), names);
    notice.actions.push_back({RunAction::Kind::Resume, text, names});
}

void addRepetition(RunNotice &notice, const QStringList &names)
{
    const QString text = without(Words::tr("Start again"), Words::tr("Start again without %1"), names);
    notice.actions.push_back({RunAction::Kind::StartAgain, text, names});
}

std::optional<std::string> machineToLeaveOut(const OpenRun &run)
{
    if (run.others().state == MachineReport::State::Failed) // they have lost the one that coordinates
        return run.record().machines.front().name.toStdString();
    return machineInTheWay(run.series());
}

// Of a run that has ended: another one from its checkpoint, or from its beginning.
void addWaysOn(RunNotice &notice, const OpenRun &run)
{
    const QStringList names = leftOut(run.series(), machineToLeaveOut(run));
    if (run.canBeResumed()) {
        addResumption(notice, names);
        if (!names.isEmpty())
            addResumption(notice, {});
    }
    if (!isFailed(run) || !run.series().plan())
        return;
    const QStringList lost = leftOut(run.series(), std::nullopt);
    if (!run.canBeResumed() && !lost.isEmpty())
        addRepetition(notice, lost);
    addRepetition(notice, {});
}

// Offers a login where one is needed, or ways to go on.
void addActions(RunNotice &notice, const OpenRun &run)
{
    if (run.state() == State::NeedsLogin)
        return notice.actions.push_back({RunAction::Kind::LogIn, Words::tr("Log in")});
    if (run.state() == State::Refused)
        return notice.actions.push_back({RunAction::Kind::LogIn, Words::tr("Try again")});
    if (run.isOver() && run.child())
        notice.actions.push_back({RunAction::Kind::ShowChild, Words::tr("Show %1").arg(run.child()->name)});
    if (run.canTakeBack())
        notice.actions.push_back({RunAction::Kind::TakeBack, Words::tr("Take back now")});
    const auto machine = machineToLeaveOut(run);
    if (run.failedRequest() && !run.canBeResumed())
        notice.actions.push_back({RunAction::Kind::StartAgain, Words::tr("Try again")});
    else if (run.isOver())
        addWaysOn(notice, run);
    else if (machine && run.state() == State::Running && !run.isStopping())
        addResumption(notice, leftOut(run.series(), machine));
    if (run.isOver())
        notice.actions.push_back({RunAction::Kind::Change, Words::tr("Change and start")});
}

void sayWhoWasLost(RunNotice &notice, const MetricSeries &series)
{
    if (const QString lost = lostOnTheWay(series.members(), machineWords(series)); !lost.isEmpty())
        notice.sentence = joinSentences({notice.sentence, lost});
}

} // namespace

std::optional<RunNotice> noticeOf(const OpenRun &run)
{
    auto notice = withoutAction(run);
    if (!notice)
        return notice;
    if (run.hasEnded())
        sayWhoWasLost(*notice, run.series());
    if (isFailed(run) && !run.series().steps().empty())
        notice->sentence = joinSentences({notice->sentence, lossWords(run)});
    if (run.isOver() && run.child())
        notice->sentence = joinSentences({notice->sentence, Words::tr("Another run goes on from here.")});
    addActions(*notice, run);
    return notice;
}

} // namespace motley
