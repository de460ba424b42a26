#include "app/models/lifemodel.h"

#include "app/models/runmachinemodel.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

QString stepWord(double step)
{
    return formatCount(std::llround(step));
}

} // namespace

void LifeModel::setSeries(const MetricSeries *series)
{
    m_series = series;
    machinesChanged();
}

void LifeModel::machinesChanged()
{
    beginResetModel();
    m_rows = m_series ? static_cast<int>(m_series->machines().size()) : 0;
    endResetModel();
}

void LifeModel::valuesChanged()
{
    if (m_rows > 0)
        Q_EMIT dataChanged(index(0, Life), index(m_rows - 1, Words));
    Q_EMIT headerDataChanged(Qt::Horizontal, Life, Life);
}

bool LifeModel::isWorthShowing() const
{
    return m_series && (m_series->machines().size() > 1 || m_series->members().generation() > 1);
}

int LifeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int LifeModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

// A span in which not all of its ranks trained says why, as far as that is known.
QString LifeModel::spanWords(std::size_t machine, const LifeSpan &span) const
{
    const int ranks = m_series->machines()[machine].ranks;
    const QString words = span.ranks == 0
        ? tr("Steps %1 to %2: not in the run.").arg(stepWord(span.first), stepWord(span.last))
        : tr("Steps %1 to %2: %3 of %Ln rank(s) trained.", nullptr, ranks)
              .arg(stepWord(span.first), stepWord(span.last), formatCount(span.ranks));
    const auto &losses = m_series->members().losses();
    const auto why = std::find_if(losses.rbegin(), losses.rend(), [&](const RunMembers::Loss &loss) {
        return loss.failure.machine == static_cast<int>(machine) && static_cast<double>(loss.step) < span.first;
    });
    return span.ranks == ranks || why == losses.rend() ? words : joinSentences({words, lossWords(*why)});
}

QStringList LifeModel::allWords(std::size_t machine) const
{
    QStringList words;
    for (const LifeSpan &span : m_series->machines()[machine].life)
        words << spanWords(machine, span);
    return words;
}

LifeBar LifeModel::barOf(std::size_t machine) const
{
    const MachineSeries &series = m_series->machines()[machine];
    return {series.life, allWords(machine), series.ranks, static_cast<int>(machine), m_series->steps().front(),
        m_series->steps().back()};
}

QVariant LifeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_series->machines().size())
        return {};
    const auto machine = static_cast<std::size_t>(index.row());
    if (index.column() == Name)
        return role == Qt::DisplayRole ? machineWord(m_series->machines()[machine].name) : QVariant();
    if (m_series->machines()[machine].life.empty())
        return index.column() == Words && role == Qt::DisplayRole ? notKnown() : QVariant();
    if (index.column() == Life && role == barRole)
        return QVariant::fromValue(barOf(machine));
    if (index.column() == Life && role == Qt::AccessibleTextRole)
        return joinSentences(allWords(machine));
    if (index.column() == Words && role == Qt::DisplayRole)
        return allWords(machine).constLast();
    if (index.column() == Words && role == Qt::ToolTipRole)
        return plainToolTip(allWords(machine).join(QLatin1Char('\n')));
    return {};
}

QVariant LifeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Machine");
    case Life:
        return m_series && !m_series->steps().empty()
            ? tr("Steps %1 to %2").arg(stepWord(m_series->steps().front()), stepWord(m_series->steps().back()))
            : tr("Steps");
    case Words:
        return tr("In words");
    default:
        return {};
    }
}

} // namespace motley
