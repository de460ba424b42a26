#include "app/cli/runwatcher.h"

#include "app/cli/comebackline.h"
#include "app/cli/measurenow.h"
#include "app/cli/terminal/output.h"
#include "app/words/forecastwords.h"
#include "app/words/format.h"
#include "app/words/leftoutwords.h"
#include "app/words/membershipwords.h"
#include "app/words/metricwords.h"
#include "app/words/overduewords.h"
#include "app/words/planwords.h"
#include "app/words/slowdownwords.h"
#include "app/words/steptimewords.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMetaEnum>

namespace motley {

namespace {

using State = TrainingRun::State;

constexpr int secondThoughtMilliseconds = 3'000;

QString nameOf(State state)
{
    QString name = QString::fromLatin1(QMetaEnum::fromType<State>().valueToKey(static_cast<int>(state)));
    name[0] = name[0].toLower();
    return name;
}

std::int64_t batchOf(const Plan &plan)
{
    std::int64_t batch = 0;
    for (const auto &rank : plan.ranks)
        batch += rank.share;
    return batch;
}

QJsonObject toJsonObject(const PredictedStep &step)
{
    return {{QStringLiteral("computeSeconds"), step.computeSeconds},
        {QStringLiteral("exchangeSeconds"), step.exchangeSeconds},
        {QStringLiteral("relativeError"), step.relativeError}};
}

QJsonObject toJsonObject(const StepParts &parts)
{
    return {{QStringLiteral("seconds"), parts.stepSeconds()},
        {QStringLiteral("computeSeconds"), parts.computeSeconds()},
        {QStringLiteral("exchangeSeconds"), parts.exchangeSeconds()},
        {QStringLiteral("dataSeconds"), parts.dataSeconds()}};
}

} // namespace

RunWatcher::RunWatcher(TrainingRun &run, Format format, bool detach) : m_run(run), m_format(format), m_detach(detach)
{
    connect(&run, &TrainingRun::stateChanged, this, &RunWatcher::showState);
    connect(&run, &TrainingRun::progressed, this, &RunWatcher::showProgress);
    connect(&run, &TrainingRun::measured, this, &RunWatcher::showSlowingMachines);
    connect(&run, &TrainingRun::planned, this, &RunWatcher::showPlan);
    connect(&run, &TrainingRun::linesArrived, this, &RunWatcher::showLines);
    connect(&run, &TrainingRun::eventsArrived, this, &RunWatcher::showEvents);
    connect(&run.comebacks(), &Comebacks::news, this, [this](int machine, const Comeback &comeback) {
        m_line.clear();
        const Machine &lost = m_run.record().machines[static_cast<std::size_t>(machine)];
        printComeback(comeback, lost.name, m_format == Format::Json);
    });
    connect(&run, &TrainingRun::runIdKnown, this, [this](const QString &id) {
        if (m_format == Format::Json)
            printJson({{QStringLiteral("run"), id}});
        else
            printNote(tr("Run %1").arg(id));
    });
    connect(&run, &TrainingRun::stopFailed, this, [this](const Error &error) {
        m_line.clear();
        printError(error);
        m_interrupts = 0;
    });
    connect(&m_signals, &Interrupts::interrupted, this, &RunWatcher::interrupt);
    connect(&m_signals, &Interrupts::hungUp, this, &RunWatcher::hangUp);
    connect(&m_leaving, &QTimer::timeout, this, &RunWatcher::leave);
    m_leaving.setSingleShot(true);
}

void RunWatcher::showState(State state)
{
    if (m_format == Format::Json) {
        QJsonObject object{{QStringLiteral("state"), nameOf(state)}};
        if (m_run.error())
            object[QStringLiteral("message")] = QString::fromStdString(m_run.error()->message);
        printJson(object);
    } else if (state >= State::LostContact && state <= State::Refused && m_run.error()) {
        m_line.clear();
        printNote(lossOfContact());
    } else if (state == State::Collecting) {
        m_line.clear();
        printNote(tr("Copying the results here"));
    }
    if (state == State::Running && m_detach)
        leave();
    else if (state == State::NeedsLogin || state == State::Refused)
        Q_EMIT done(Failed);
    else if (state == State::Finished || state == State::Failed)
        finish();
}

// Only a machine that answers knows whether the training goes on.
QString RunWatcher::lossOfContact() const
{
    const QString why = plainText(m_run.error()->message);
    const MachineReport &others = m_run.others();
    switch (others.state) {
    case MachineReport::State::Training:
        return tr("No contact; %1 says that the training goes on: %2").arg(plainText(others.machine), why);
    case MachineReport::State::Ended:
        return tr("No contact; %1 says that the training has ended: %2").arg(plainText(others.machine), why);
    case MachineReport::State::Failed:
    case MachineReport::State::Unknown:
        break;
    }
    return tr("No contact: %1").arg(why);
}

void RunWatcher::showProgress(const MachineProgress &progress)
{
    if (m_format == Format::Json) {
        printJson({{QStringLiteral("machine"), progress.machine}, {QStringLiteral("stage"), progress.stage},
            {QStringLiteral("done"), progress.done}, {QStringLiteral("total"), progress.total}});
        return;
    }
    m_line.show(progress);
}

// A run goes on with all machines, as it was asked to; but it says so where fewer would be faster.
void RunWatcher::showSlowingMachines(const std::vector<CandidateMachine> &machines)
{
    const auto job = readJob(m_run.record().jobFile().toStdString());
    const auto modelled = job ? modelledChoice(*job, machines) : tl::unexpected(job.error());
    if (!modelled)
        return;
    bool isSlower = false;
    for (const ForecastRemark &remark : remarksOn(modelled->choice, modelled->model.cluster)) {
        if (remark.kind != ForecastRemark::Kind::Slows && remark.kind != ForecastRemark::Kind::Idle)
            continue;
        isSlower = true;
        const QString words = plainText(remarkWords(remark, modelled->model.cluster));
        if (m_format == Format::Json) {
            printJson({{QStringLiteral("remark"), words}});
        } else {
            m_line.clear();
            printNote(words);
        }
    }
    if (isSlower && m_format == Format::Words)
        printNote(tr("With --best a run takes only the machines that are fastest together."));
}

void RunWatcher::showPlan(const Plan &plan)
{
    if (m_format == Format::Json) {
        QJsonArray ranks;
        for (const auto &rank : plan.ranks)
            ranks << QJsonObject{
                {QStringLiteral("machine"),
                    QString::fromStdString(plan.machines[static_cast<std::size_t>(rank.machine)].name)},
                {QStringLiteral("device"), QString::fromStdString(toText(rank.device))},
                {QStringLiteral("share"), qint64(rank.share)}, {QStringLiteral("threads"), rank.threads}};
        QJsonObject object{{QStringLiteral("plan"), ranks}};
        if (plan.predicted.isKnown())
            object[QStringLiteral("predicted")] = toJsonObject(plan.predicted);
        printJson(object);
        return;
    }
    m_line.clear();
    const std::int64_t batch = batchOf(plan);
    const auto job = readJob(m_run.record().jobFile().toStdString());
    const BatchUnit unit = job ? batchUnitOf(job->task) : BatchUnit::Samples;
    for (const auto &rank : plan.ranks)
        printNote(QStringLiteral("  %1 (%2): %3")
                      .arg(plainText(plan.machines[static_cast<std::size_t>(rank.machine)].name), deviceWords(rank),
                          shareWords(rank.share, batch, unit)));
    for (const QString &reason : planReasons(plan, unit))
        printNote(QStringLiteral("  ") + reason);
    if (plan.predicted.isKnown())
        printNote(QStringLiteral("  ") + stepWords(plan.predicted));
}

void RunWatcher::showLines(const std::vector<QByteArray> &lines)
{
    if (m_format != Format::Json)
        return;
    for (const QByteArray &line : lines)
        printLine(QString::fromUtf8(line));
}

void RunWatcher::showEvents(const std::vector<Event> &events)
{
    for (const auto &event : events) {
        m_progress.add(event);
        m_members.add(event.body);
        if (const auto *step = std::get_if<StepDone>(&event.body))
            m_parts.add(*step);
        else if (const auto *chosen = std::get_if<PlanChosen>(&event.body))
            m_predicted = chosen->plan.predicted;
        if (m_format == Format::Json || isTooMuch(event))
            continue;
        showNotable(event);
        for (const Event &notice : m_notices.add(event))
            showNotice(notice);
    }
    if (m_format == Format::Words && m_run.state() == State::Running)
        m_line.show(m_progress.text(m_line.columns()));
}

bool RunWatcher::isTooMuch(const Event &event)
{
    const auto [isShown, leftOut] = m_limit.add(event);
    if (leftOut > 0) {
        m_line.clear();
        printNote(leftOutWords(leftOut));
    }
    return !isShown;
}

void RunWatcher::showNotable(const Event &event)
{
    QString words;
    if (const auto *chosen = std::get_if<PlanChosen>(&event.body)) {
        m_machines.clear();
        for (const PlannedMachine &machine : chosen->plan.machines)
            m_machines << plainText(machine.name, 60);
    } else if (const auto *note = std::get_if<Note>(&event.body))
        words = QString::fromStdString(note->message);
    else if (const auto *warning = std::get_if<Warning>(&event.body))
        words = tr("Warning: %1").arg(QString::fromStdString(warning->message));
    else if (const auto *overdue = std::get_if<StepOverdue>(&event.body))
        words = wordsOf(*overdue);
    else if (const auto *failed = std::get_if<RankFailed>(&event.body))
        words = tr("Rank %1 failed: %2").arg(failed->rank).arg(QString::fromStdString(failed->cause));
    else if (const auto *changed = std::get_if<MembershipChanged>(&event.body))
        words = membershipWords(*changed, m_machines);
    else if (const auto *formed = std::get_if<GenerationFormed>(&event.body))
        words = generationWords(*formed);
    else if (const auto *evaluation = std::get_if<Evaluation>(&event.body))
        words = tr("Epoch %1: %2 on the test set").arg(formatCount(evaluation->epoch), describeTest(*evaluation));
    if (words.isEmpty())
        return;
    m_line.clear();
    printNote(plainText(words));
    if (const auto *evaluation = std::get_if<Evaluation>(&event.body))
        for (const QString &answer : answerWords(*evaluation))
            printNote(answer);
}

void RunWatcher::showNotice(const Event &event)
{
    m_line.clear();
    if (const auto *slowdown = std::get_if<Slowdown>(&event.body)) {
        printNote(plainText(wordsOf(*slowdown)));
        return;
    }
    const auto &changed = std::get<SharesChanged>(event.body);
    QStringList shares;
    for (const std::int64_t share : changed.shares)
        shares += formatCount(share);
    printNote(tr("Since step %1 the ranks share a batch as %2.")
                  .arg(formatCount(changed.step), shares.join(QStringLiteral(" + "))));
}

QString RunWatcher::wordsOf(const Slowdown &slowdown) const
{
    const QString text = slowdownText(slowdown, m_machines.size() < 2 ? Company::None : Company::Others);
    if (slowdown.machine < 0 || slowdown.machine >= m_machines.size())
        return text;
    return tr("%1: %2").arg(m_machines[slowdown.machine], text);
}

QString RunWatcher::wordsOf(const StepOverdue &overdue) const
{
    if (overdue.machine < 0 || overdue.machine >= m_machines.size())
        return {};
    return joinSentences({tr("No step for %1.").arg(formatDuration(overdue.seconds)),
        overdueWords(overdue, m_machines[overdue.machine])});
}

void RunWatcher::interrupt()
{
    ++m_interrupts;
    m_line.clear();
    if (m_run.state() < State::Running || m_run.state() == State::Collecting) {
        hangUp();
    } else if (m_interrupts == 1) {
        printNote(m_run.state() == State::Running
                ? tr("Leaving; the training goes on. Press Ctrl-C again within three seconds to stop it instead.")
                : tr("Leaving. Press Ctrl-C again within three seconds to stop the training instead."));
        m_leaving.start(secondThoughtMilliseconds);
    } else if (m_interrupts == 2) {
        m_leaving.stop();
        printNote(tr("Asking the run to stop after its step, with a checkpoint. Ctrl-C once more stops at once."));
        m_run.stop();
    } else {
        m_run.stop(StopManner::Now);
    }
}

// Where the run cannot do without this program, it ends with it.
void RunWatcher::hangUp()
{
    m_line.clear();
    if (m_run.state() == State::Idle) {
        Q_EMIT done(Done); // another program prepares the run and goes on with it
    } else if (m_run.state() < State::Running) {
        printNote(tr("Cancelling; what was started is ended, what was sent stays."));
        m_run.cancelPreparation();
    } else {
        leave();
    }
}

void RunWatcher::leave()
{
    m_line.clear();
    const QString id = m_run.record().id;
    if (m_format == Format::Json)
        printJson({{QStringLiteral("left"), id}});
    else if (m_run.state() >= State::Collecting)
        printNote(tr("The training is over. Copy here what it has saved: motley watch %1").arg(id));
    else if (m_run.state() == State::Running)
        printNote(tr("The training goes on. Watch it: motley watch %1   Stop it: motley stop %1").arg(id));
    else
        printNote(tr("Watch the run: motley watch %1   Stop it: motley stop %1").arg(id));
    Q_EMIT done(Done);
}

int RunWatcher::exitCode() const
{
    const auto &record = m_run.record();
    if (record.outcome == RunRecord::Outcome::Stopped || record.outcome == RunRecord::Outcome::Paused)
        return RunStopped;
    if (m_run.state() == State::Finished)
        return Done;
    // Where there is no RunFinished event, the preparation failed and not the run.
    const auto &finished = m_progress.finished();
    return finished && finished->outcome == RunFinished::Outcome::Failed ? RunFailed : Failed;
}

void RunWatcher::finish()
{
    m_line.clear();
    const auto &record = m_run.record();
    const bool hasModel = m_run.state() == State::Finished && record.hasModel();
    if (m_format == Format::Json) {
        QJsonObject result{{QStringLiteral("run"), record.id}, {QStringLiteral("exitCode"), exitCode()},
            {QStringLiteral("folder"), record.folder}};
        if (hasModel)
            result[QStringLiteral("model")] = record.modelFolder();
        if (record.best)
            result[QStringLiteral("best")] = toJsonObject(*record.best);
        if (m_parts.stepSeconds() > 0)
            result[QStringLiteral("step")] = toJsonObject(m_parts);
        if (m_predicted.isKnown())
            result[QStringLiteral("predicted")] = toJsonObject(m_predicted);
        if (m_run.error())
            result[QStringLiteral("message")] = QString::fromStdString(m_run.error()->message);
        else if (const auto &finished = m_progress.finished(); finished && !finished->message.empty())
            result[QStringLiteral("message")] = QString::fromStdString(finished->message);
        printJson(result);
    } else {
        if (m_run.error())
            printError(*m_run.error());
        const auto &finished = m_progress.finished();
        if (finished && finished->outcome == RunFinished::Outcome::Stopped && !finished->message.empty())
            printNote(plainText(QString::fromStdString(finished->message)));
        if (finished)
            printLine(tr("%Ln step(s) in %1", nullptr, static_cast<int>(m_progress.stepsTaken()))
                          .arg(formatDuration(finished->seconds)));
        if (const QString lost = lostOnTheWay(m_members, m_machines); !lost.isEmpty())
            printLine(lost);
        if (const double seconds = m_parts.stepSeconds(); seconds > 0) {
            printLine(stepTimeWords(seconds, m_predicted));
            printLine(stepPartsWords(m_parts, m_predicted));
        }
        if (const auto best = m_progress.best())
            printLine(tr("Best on the test set: %1 after epoch %2")
                          .arg(describeMetric(best->metrics.front()), formatCount(best->epoch)));
        if (hasModel)
            printLine(tr("Model: %1").arg(record.modelFolder()));
    }
    Q_EMIT done(exitCode());
}

} // namespace motley
