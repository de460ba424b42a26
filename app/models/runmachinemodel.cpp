#include "app/models/runmachinemodel.h"

#include "app/models/logmodel.h"
#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"
#include "app/words/planwords.h"
#include "app/words/slowdownwords.h"
#include "remote/session/machinename.h"

#include <QLocale>

#include <algorithm>

namespace motley {

namespace {

QString gpuText(const std::optional<Telemetry> &telemetry)
{
    if (!telemetry || telemetry->gpus.empty())
        return {};
    QStringList gpus;
    for (const GpuTelemetry &gpu : telemetry->gpus) {
        QStringList words;
        words << formatPercent(gpu.utilizationPercent) << formatBytes(gpu.memoryUsedBytes)
              << formatWatts(gpu.powerWatts);
        if (gpu.temperatureCelsius)
            words << RunMachineModel::tr("%1 °C").arg(QLocale().toString(*gpu.temperatureCelsius, 'f', 0));
        gpus << joinParts(words);
    }
    return gpus.join(QStringLiteral("   "));
}

QString memoryText(const std::optional<Telemetry> &telemetry)
{
    if (!telemetry || !telemetry->memoryUsedBytes)
        return notKnown();
    return RunMachineModel::tr("%1 of %2")
        .arg(formatBytes(telemetry->memoryUsedBytes), formatBytes(telemetry->memoryTotalBytes));
}

bool isNumber(int column)
{
    return column == RunMachineModel::Share || column == RunMachineModel::Rate;
}

constexpr std::size_t mostReadings = 60; // of a sparkline

// Of what a column shows in percent, from 0 to 1. Invalid: the machine has never told it.
QVariant readingsOf(const MachineSeries &machine, TelemetryReading reading)
{
    if (!machine.readings.has(reading))
        return {};
    QList<double> parts;
    for (const double percent : machine.readings.latest(reading, mostReadings))
        parts << percent / 100;
    return QVariant::fromValue(parts);
}

QIcon iconOf(MachineState::Kind kind)
{
    switch (kind) {
    case MachineState::Kind::Plain:
        return {};
    case MachineState::Kind::Good:
        return themedIcon(QStringLiteral("ok"), &Colours::good);
    case MachineState::Kind::Warning:
        return themedIcon(QStringLiteral("warning"), &Colours::warning);
    case MachineState::Kind::Bad:
        return themedIcon(QStringLiteral("error"), &Colours::bad);
    }
    return {};
}

QVariant at(int role, const MachineState &state)
{
    switch (role) {
    case Qt::DecorationRole:
        return state.kind == MachineState::Kind::Plain ? QVariant() : iconOf(state.kind);
    case Qt::DisplayRole:
        return state.word;
    case Qt::ToolTipRole:
        return state.help.isEmpty() ? QVariant() : plainToolTip(state.help);
    case Qt::AccessibleDescriptionRole:
        return state.help.isEmpty() ? QVariant() : state.help;
    default:
        return {};
    }
}

} // namespace

MachineState machineStateOf(const MetricSeries &series, std::size_t machine)
{
    using Kind = MachineState::Kind;
    const auto isOfIt = [&](const auto &news) { return news.machine >= 0 && std::size_t(news.machine) == machine; };
    if (const auto &failure = series.failure(); failure && isOfIt(*failure))
        return {Kind::Bad, RunMachineModel::tr("Failed"), sentenceOf(EventBody(*failure))};
    if (const auto *loss = series.members().lossOn(static_cast<int>(machine))) {
        const bool isLost = series.members().isLost(static_cast<int>(machine));
        return {
            Kind::Warning, isLost ? RunMachineModel::tr("Lost") : RunMachineModel::tr("Lost a rank"), lossWords(*loss)};
    }
    if (series.steps().empty())
        return {Kind::Plain, notKnown()};
    if (series.finished())
        return {Kind::Plain, RunMachineModel::tr("Ended")};
    const auto &slowdowns = series.slowdowns();
    const auto slow = std::find_if(slowdowns.begin(), slowdowns.end(), isOfIt);
    if (slow != slowdowns.end())
        return {Kind::Warning, slowdownWord(*slow),
            slowdownText(*slow, series.machines().size() < 2 ? Company::None : Company::Others)};
    if (series.machines()[machine].share == 0)
        return {Kind::Warning, RunMachineModel::tr("Has no work"),
            RunMachineModel::tr(
                "It was so slow that the others are faster without it. From time to time it gets a little of a batch, "
                "which shows whether it has become faster.")};
    return {Kind::Good, RunMachineModel::tr("As expected")};
}

QString machineWord(const std::string &name)
{
    const QString shown = shownName(QString::fromStdString(name));
    return shown == nameOfThisComputer() ? shown : plainText(name, 60);
}

QString splitWords(const WholeSplit &split)
{
    if (split.seconds() <= 0)
        return notKnown();
    const auto part = [&](double seconds) { return formatPercent(100 * seconds / split.seconds()); };
    return RunMachineModel::tr("data %1, forward %2, backward %3, waiting %4, exchange %5, optimizer %6, report %7")
        .arg(part(split.data), part(split.forward), part(split.backward), part(split.waiting), part(split.exchange),
            part(split.optimizer), part(split.rest));
}

QStringList machineWords(const MetricSeries &series)
{
    QStringList words;
    for (const MachineSeries &machine : series.machines())
        words << machineWord(machine.name);
    return words;
}

void RunMachineModel::setSeries(const MetricSeries *series)
{
    m_series = series;
    machinesChanged();
}

void RunMachineModel::machinesChanged()
{
    beginResetModel();
    m_rows = m_series ? static_cast<int>(m_series->machines().size()) : 0;
    endResetModel();
}

void RunMachineModel::valuesChanged()
{
    if (m_rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, ColumnCount - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, Rate, Rate); // another one after the end of the run
}

bool RunMachineModel::hasGpus() const
{
    const auto hasOne = [](const MachineSeries &machine) { return machine.readings.has(TelemetryReading::Gpus); };
    return m_series && std::any_of(m_series->machines().begin(), m_series->machines().end(), hasOne);
}

int RunMachineModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RunMachineModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant RunMachineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_series->machines().size())
        return {};
    const MachineSeries &machine = m_series->machines()[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && isNumber(index.column()))
        return int(Qt::AlignTrailing | Qt::AlignVCenter);
    if (index.column() == State)
        return at(role, machineStateOf(*m_series, static_cast<std::size_t>(index.row())));
    if (role == Qt::DecorationRole && index.column() == Name)
        return themedIcon(machine.name == "local" ? QStringLiteral("computer") : QStringLiteral("server"));
    if (role == splitRole && index.column() == Split)
        return QVariant::fromValue(m_series->recentSplit(machine));
    if (index.column() == Split && role == Qt::ToolTipRole)
        return plainToolTip(splitWords(m_series->recentSplit(machine)));
    if (index.column() == Split && role == Qt::AccessibleTextRole)
        return splitWords(m_series->recentSplit(machine));
    if (role == readingsRole && index.column() == Cpu)
        return readingsOf(machine, TelemetryReading::Processors);
    if (role == readingsRole && index.column() == Memory)
        return readingsOf(machine, TelemetryReading::Memory);
    if (role == readingsRole && index.column() == Gpu)
        return readingsOf(machine, TelemetryReading::Gpus);
    return role == Qt::DisplayRole ? text(static_cast<std::size_t>(index.row()), index.column()) : QVariant();
}

bool RunMachineModel::isLost(std::size_t machine) const
{
    return m_series->members().isLost(static_cast<int>(machine));
}

QVariant RunMachineModel::text(std::size_t row, int column) const
{
    const MachineSeries &machine = m_series->machines()[row];
    if (isLost(row) && column != Name)
        return column == Share ? notInTheRun() : column == Gpu || column == Split ? QString() : notKnown();
    switch (column) {
    case Name:
        return machineWord(machine.name);
    case Share: {
        const auto batch = m_series->started() ? m_series->started()->batch : 0;
        return batch > 0 ? shareWords(machine.share, batch, m_series->unit()) : formatCount(machine.share);
    }
    case Rate:
        return rateWords(m_series->rateOf(machine), m_series->unit());
    case Cpu:
        if (m_series->finished()) // the curve tells what it was
            return QString();
        return machine.telemetry ? formatPercent(machine.telemetry->cpuPercent) : notKnown();
    case Memory:
        return memoryText(machine.telemetry);
    case Gpu:
        return m_series->finished() ? QString() : gpuText(machine.telemetry);
    default:
        return {};
    }
}

QVariant RunMachineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && isNumber(section))
        return int(Qt::AlignTrailing | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Machine");
    case State:
        return tr("State");
    case Share:
        return tr("Share of a batch");
    case Rate:
        return m_series && m_series->finished() ? tr("Speed") : tr("Speed now");
    case Split:
        return tr("Where its time goes");
    case Cpu:
        return tr("CPU");
    case Memory:
        return tr("Memory used");
    case Gpu:
        return tr("GPUs");
    default:
        return {};
    }
}

} // namespace motley
