#include "app/models/runsmodel.h"

#include "app/models/runwords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/removalwords.h"
#include "remote/session/isolated.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

#include <QLocale>

namespace motley {

namespace {

constexpr int longestLine = 200; // characters of a note in the table

QString machineNames(const RunRecord &record)
{
    QStringList names;
    for (const Machine &machine : record.machines)
        names << (machine.kind == Machine::Kind::ThisComputer ? nameOfThisComputer() : machine.name);
    return formatList(names);
}

std::optional<double> secondsOf(const RunRecord &record)
{
    if (!record.started.isValid())
        return std::nullopt;
    if (!record.isActive() && !record.finished.isValid())
        return std::nullopt;
    const QDateTime end = record.isActive() ? QDateTime::currentDateTime() : record.finished;
    return static_cast<double>(record.started.msecsTo(end)) / 1000;
}

QString tagWords(const QStringList &tags)
{
    QStringList words;
    for (const QString &tag : tags)
        words << isolated(plainText(tag));
    return joinParts(words);
}

QString firstLine(const QString &note)
{
    return isolated(plainText(note.section(QLatin1Char('\n'), 0, 0), longestLine));
}

} // namespace

RunsModel::RunsModel(RunHistory *history, QObject *parent) : QAbstractTableModel(parent), m_history(history)
{
    connect(history, &RunHistory::changed, this, &RunsModel::follow);
    reload();
}

void RunsModel::reload()
{
    const auto records = m_history->all();
    beginResetModel();
    m_records = records ? *records : std::vector<RunRecord>();
    std::erase_if(m_records, [this](const RunRecord &record) { return record.id == m_hidden; });
    m_error = records ? std::nullopt : std::optional(records.error());
    endResetModel();
}

void RunsModel::follow()
{
    m_isOutdated = !m_isShown;
    if (m_isShown)
        reload();
}

void RunsModel::setShown(bool shown)
{
    m_isShown = shown;
    if (m_isShown && m_isOutdated)
        follow();
}

void RunsModel::setHidden(const QString &id)
{
    m_hidden = id;
    reload();
}

void RunsModel::setSizes(const QHash<QString, RunSize> &sizes)
{
    m_sizes = sizes;
    if (!m_records.empty())
        Q_EMIT dataChanged(index(0, Size), index(rowCount() - 1, Size));
}

std::optional<RunSize> RunsModel::sizeOf(const RunRecord &record) const
{
    const auto found = m_sizes.find(record.id);
    return found == m_sizes.end() ? std::nullopt : std::optional(*found);
}

QStringList RunsModel::tags() const
{
    QStringList tags;
    for (const RunRecord &record : m_records)
        tags << record.annotation.tags;
    tags.removeDuplicates();
    tags.sort(Qt::CaseInsensitive);
    return tags;
}

int RunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int RunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant RunsModel::sortKey(int row, int column) const
{
    const RunRecord &record = recordAt(row);
    switch (column) {
    case Started:
        return -row; // the newest comes first; to compare two local times takes microseconds
    case Duration:
        return secondsOf(record).value_or(-1);
    case Best:
        return record.best ? record.best->value : -1;
    case Loss:
        return record.lastLoss.value_or(-1);
    case Size:
        return sizeOf(record) ? qint64(sizeOf(record)->total()) : -1;
    case Name:
        return record.name;
    case Tags:
        return tagWords(record.annotation.tags);
    case Note:
        return firstLine(record.annotation.note);
    case State:
        return styleOf(record.outcome).word;
    default:
        return machineNames(record);
    }
}

QVariant RunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RunRecord &record = recordAt(index.row());
    if (role == sortRole)
        return sortKey(index.row(), index.column());
    if (role == Qt::DecorationRole && index.column() == State)
        return styleOf(record.outcome).icon;
    if (role == Qt::ToolTipRole && index.column() == State)
        return plainToolTip(plainText(say(record.failure), 400));
    if (role == Qt::ToolTipRole && index.column() == Size && sizeOf(record))
        return plainToolTip(sizeParts(*sizeOf(record)));
    if (role == Qt::ToolTipRole && index.column() == Note)
        return plainToolTip(plainText(record.annotation.note));
    if (role == Qt::TextAlignmentRole && index.column() >= Duration && index.column() <= Size)
        return QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return isolated(record.name);
    case State:
        return styleOf(record.outcome).word;
    case Started:
        return QLocale().toString(record.started, QLocale::ShortFormat);
    case Duration:
        return secondsOf(record) ? formatDuration(*secondsOf(record)) : notKnown();
    case Best:
        return record.best ? describeMetric(*record.best) : notKnown();
    case Loss:
        return record.lastLoss ? formatNumber(*record.lastLoss) : notKnown();
    case Size:
        return sizeOf(record) ? formatBytes(sizeOf(record)->total()) : QString();
    case Machines:
        return machineNames(record);
    case Tags:
        return tagWords(record.annotation.tags);
    case Note:
        return firstLine(record.annotation.note);
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section >= Duration && section <= Size)
        return QVariant(Qt::AlignTrailing | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case State:
        return tr("State");
    case Started:
        return tr("Started");
    case Duration:
        return tr("Duration");
    case Best:
        return tr("Best test");
    case Loss:
        return tr("Last loss");
    case Size:
        return tr("Size");
    case Machines:
        return tr("Machines");
    case Tags:
        return tr("Tags");
    case Note:
        return tr("Note");
    default:
        return {};
    }
}

} // namespace motley
