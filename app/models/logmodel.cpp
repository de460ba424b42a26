#include "app/models/logmodel.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "app/words/leftoutwords.h"
#include "app/words/membershipwords.h"
#include "app/words/metricwords.h"
#include "app/words/slowdownwords.h"
#include "remote/session/isolated.h"

#include <QDateTime>
#include <QLocale>

namespace motley {

namespace {

constexpr double noticeableSlowdown = 1.15;

QString words(const RunStarted &event)
{
    return LogModel::tr("Started: %1 with %2 parameters, %3 steps of %4 samples")
        .arg(plainText(event.model, 60), formatCount(event.parameters), formatCount(event.totalSteps),
            formatCount(event.batch));
}

QString words(const PlanChosen &event)
{
    QStringList shares;
    for (const PlannedRank &rank : event.plan.ranks)
        shares << formatCount(rank.share);
    return LogModel::tr(
        "Plan: %Ln rank(s) with shares of %1 samples", nullptr, static_cast<int>(event.plan.ranks.size()))
        .arg(shares.join(QStringLiteral(" + ")));
}

QString words(const SharesChanged &event)
{
    QStringList shares;
    for (const std::int64_t share : event.shares)
        shares << formatCount(share);
    const QString newShares = shares.join(QStringLiteral(" + "));
    const QString gain = formatPercent(100 * event.gain());
    if (event.gain() <= 0)
        return LogModel::tr("From step %1 on, the shares of a batch are %2 samples, to try a rank that had no work")
            .arg(formatCount(event.step), newShares);
    if (event.slowdown >= noticeableSlowdown)
        return LogModel::tr("It takes %1 times as long as before. From step %2 on, the shares of a batch are %3 "
                            "samples: steps should take %4 less time")
            .arg(QLocale().toString(event.slowdown, 'f', 1), formatCount(event.step), newShares, gain);
    return LogModel::tr("From step %1 on, the shares of a batch are %2 samples: steps should take %3 less time")
        .arg(formatCount(event.step), newShares, gain);
}

QString wordsOfReplaced(const GainFound &gain)
{
    const QString step = formatCount(gain.step);
    const QString expected = formatPercent(100 * gain.expected);
    const int steps = static_cast<int>(gain.steps);
    if (!gain.found)
        return LogModel::tr(
            "The shares of step %1 were replaced after %Ln step(s), before it could be checked that steps "
            "take %2 less time",
            nullptr, steps)
            .arg(step, expected);
    const QString found = formatPercent(100 * std::abs(*gain.found));
    if (*gain.found >= 0)
        return LogModel::tr("The shares of step %1 were replaced after %Ln step(s), which took %2 less time; %3 was "
                            "expected",
            nullptr, steps)
            .arg(step, found, expected);
    return LogModel::tr(
        "The shares of step %1 were replaced after %Ln step(s), which took %2 more time, and not %3 less "
        "as was expected",
        nullptr, steps)
        .arg(step, found, expected);
}

QString words(const GainFound &gain)
{
    if (gain.isReplaced)
        return wordsOfReplaced(gain);
    const QString step = formatCount(gain.step);
    const QString expected = formatPercent(100 * gain.expected);
    if (!gain.found)
        return LogModel::tr("Too few steps to tell whether steps take %2 less time since step %1, as was expected")
            .arg(step, expected);
    const QString found = formatPercent(100 * std::abs(*gain.found));
    if (gain.cameTrue())
        return LogModel::tr("Since step %1 steps take %2 less time; %3 was expected").arg(step, found, expected);
    if (*gain.found >= 0)
        return LogModel::tr("Since step %1 steps take only %2 less time, and not %3 as was expected")
            .arg(step, found, expected);
    return LogModel::tr("Since step %1 steps take %2 more time, and not %3 less as was expected")
        .arg(step, found, expected);
}

QString words(const StepOverdue &event)
{
    return event.isSilent
        ? LogModel::tr("No step for %1: the run waits for this machine, which gives no sign of life")
              .arg(formatDuration(event.seconds))
        : LogModel::tr("No step for %1: the run waits for this machine").arg(formatDuration(event.seconds));
}

QString words(const Evaluation &event)
{
    const QString test = LogModel::tr("Test after step %1: %2").arg(formatCount(event.step), describeTest(event));
    return joinParts(QStringList(test) + answerWords(event));
}

QString words(const Slowdown &event)
{
    return slowdownText(event);
}

QString words(const CheckpointSaved &event)
{
    return LogModel::tr("Checkpoint of step %1, %2").arg(formatCount(event.step), formatBytes(event.bytes));
}

QString words(const Note &event)
{
    return plainText(event.message, 1000);
}

QString words(const Warning &event)
{
    return plainText(event.message, 1000);
}

QString lastLinesOf(const RankFailed &failure)
{
    QString text;
    for (const auto &line : failure.lastLines)
        text += QLatin1Char('\n') + plainText(line, 400);
    return text;
}

QString words(const RankFailed &event)
{
    return LogModel::tr("Rank %1 failed: %2").arg(formatCount(event.rank)).arg(isolated(plainText(event.cause, 400)))
        + lastLinesOf(event);
}

QString words(const RunFinished &event)
{
    const QString message = isolated(plainText(event.message, 400));
    switch (event.outcome) {
    case RunFinished::Outcome::Completed:
        return LogModel::tr("Completed after step %1 and %2")
            .arg(formatCount(event.step), formatDuration(event.seconds));
    case RunFinished::Outcome::Stopped:
        return message.isEmpty() ? LogModel::tr("Stopped after step %1").arg(formatCount(event.step))
                                 : LogModel::tr("Stopped after step %1: %2").arg(formatCount(event.step), message);
    case RunFinished::Outcome::Paused:
        return LogModel::tr("Paused after step %1").arg(formatCount(event.step));
    case RunFinished::Outcome::Failed:
        return LogModel::tr("Failed after step %1: %2").arg(formatCount(event.step), message);
    }
    return {};
}

QString words(const StepDone &)
{
    return {};
}

QString words(const TestExamples &)
{
    return {};
}

QString words(const Telemetry &)
{
    return {};
}

QString words(const GenerationFormed &event)
{
    return generationWords(event);
}

QString words(const MembershipChanged &event, const QStringList &machines)
{
    QString text = membershipWords(event, machines);
    for (const RankFailed &failure : event.lost)
        text += lastLinesOf(failure);
    return text;
}

template <typename Other>
QString words(const Other &event, const QStringList &)
{
    return words(event);
}

QString levelWord(LogLine::Level level)
{
    switch (level) {
    case LogLine::Level::Info:
        return LogModel::tr("Note");
    case LogLine::Level::Warning:
        return LogModel::tr("Warning");
    case LogLine::Level::Error:
        return LogModel::tr("Error");
    }
    return {};
}

QIcon levelIcon(LogLine::Level level)
{
    switch (level) {
    case LogLine::Level::Info:
        return themedIcon(QStringLiteral("info"));
    case LogLine::Level::Warning:
        return themedIcon(QStringLiteral("warning"), &Colours::warning);
    case LogLine::Level::Error:
        return themedIcon(QStringLiteral("error"), &Colours::bad);
    }
    return {};
}

} // namespace

QString sentenceOf(const EventBody &body, const QStringList &machines)
{
    return std::visit([&](const auto &event) { return words(event, machines); }, body);
}

QString sentenceOf(const LogLine &line, const QStringList &machines)
{
    if (line.leftOut > 0)
        return leftOutWords(line.leftOut);
    return line.gain ? words(*line.gain) : sentenceOf(line.body, machines);
}

LogModel::LogModel(std::size_t longest, QObject *parent) : QAbstractTableModel(parent), m_longest(longest) { }

void LogModel::setMachineNames(const QStringList &names)
{
    m_machineNames = names;
    if (!m_lines.empty())
        Q_EMIT dataChanged(index(0, Machine), index(rowCount() - 1, Message));
}

void LogModel::clear()
{
    beginResetModel();
    m_lines.clear();
    endResetModel();
}

void LogModel::append(const std::vector<LogLine> &lines)
{
    const auto used = std::min(lines.size(), m_longest);
    if (used == 0)
        return;
    const auto surplus = m_lines.size() + used > m_longest ? m_lines.size() + used - m_longest : 0;
    if (surplus > 0) {
        beginRemoveRows({}, 0, static_cast<int>(surplus) - 1);
        m_lines.erase(m_lines.begin(), m_lines.begin() + static_cast<std::ptrdiff_t>(surplus));
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(used) - 1);
    m_lines.insert(m_lines.end(), lines.end() - static_cast<std::ptrdiff_t>(used), lines.end());
    endInsertRows();
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const LogLine &line = m_lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == Level)
        return levelIcon(line.level);
    if (role == Qt::ToolTipRole && index.column() == Message)
        return plainToolTip(sentenceOf(line, m_machineNames));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time:
        return QLocale().toString(
            QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(line.time * 1000)), QStringLiteral("HH:mm:ss"));
    case Level:
        return levelWord(line.level);
    case Machine:
        return m_machineNames.value(line.machine);
    case Message:
        return sentenceOf(line, m_machineNames).section(QLatin1Char('\n'), 0, 0);
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Level:
        return tr("Kind");
    case Machine:
        return tr("Machine");
    case Message:
        return tr("What happened");
    default:
        return {};
    }
}

} // namespace motley
