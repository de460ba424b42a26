#include "app/models/fleetmodel.h"

#include "app/models/hostwords.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "remote/session/sentence.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

// A machine row carries 0, a device row the number of its machine plus 1.
constexpr quintptr machineRow = 0;

const GpuReport *gpuOf(const Host &host, const Device &device)
{
    if (!host.report() || device.kind != Device::Kind::Cuda)
        return nullptr;
    for (const GpuReport &gpu : host.report()->gpus)
        if (gpu.uuid == device.uuid)
            return &gpu;
    return nullptr;
}

QString memoryText(std::optional<std::int64_t> freeBytes, std::optional<std::int64_t> totalBytes)
{
    if (!totalBytes)
        return notKnown();
    return FleetModel::tr("%1 of %2").arg(formatBytes(freeBytes), formatBytes(totalBytes));
}

QString orNotKnown(const std::string &text)
{
    return text.empty() ? notKnown() : plainText(text, 80);
}

QString processorsText(const ProbeReport &report)
{
    return FleetModel::tr("%1, %Ln processor(s)", nullptr, report.cpuCount).arg(orNotKnown(report.cpuModel));
}

std::optional<MachineReading> readingOf(int column)
{
    switch (column) {
    case FleetModel::Load:
        return MachineReading::Load;
    case FleetModel::Memory:
        return MachineReading::Memory;
    case FleetModel::Power:
        return MachineReading::Power;
    case FleetModel::Heat:
        return MachineReading::Heat;
    default:
        return std::nullopt;
    }
}

// The accounts whose processes compute on the GPU, as far as they are known.
QString useText(const Host &host, const GpuReport &gpu)
{
    const int processes = gpu.processes.value_or(0);
    if (processes == 0)
        return gpu.processes ? FleetModel::tr("Free") : QString();
    const QStringList accounts = accountsOn(host, gpu.uuid);
    return accounts.isEmpty() ? FleetModel::tr("In use by %Ln process(es)", nullptr, processes)
                              : FleetModel::tr("In use by %1").arg(formatList(accounts));
}

} // namespace

FleetModel::FleetModel(Fleet *fleet, DeviceSelection *ticks, QObject *parent)
    : QAbstractItemModel(parent), m_fleet(fleet), m_ticks(ticks)
{
    connect(fleet, &Fleet::aboutToChange, this, [this] {
        beginResetModel();
        m_hosts.clear();
        m_deviceCounts.clear();
        endResetModel();
    });
    connect(fleet, &Fleet::listChanged, this, &FleetModel::rebuild);
    connect(fleet, &Fleet::hostChanged, this, &FleetModel::hostChanged);
    connect(ticks, &DeviceSelection::changed, this, &FleetModel::ticksChanged);
    rebuild();
}

std::vector<Device> FleetModel::devicesOf(const Host &host)
{
    if (!host.report())
        return {};
    std::vector<Device> devices{{Device::Kind::Cpu, {}}};
    for (const GpuReport &gpu : host.report()->gpus)
        if (!gpu.mig)
            devices.push_back({Device::Kind::Cuda, gpu.uuid});
    return devices;
}

std::vector<Device> FleetModel::tickedDevicesOf(const Host &host) const
{
    auto devices = devicesOf(host);
    std::erase_if(devices, [&](const Device &device) { return !m_ticks->contains(host.machine().name, device); });
    return devices;
}

void FleetModel::rebuild()
{
    beginResetModel();
    m_hosts.clear();
    m_deviceCounts.clear();
    for (const auto &host : m_fleet->hosts()) {
        m_hosts.push_back(host.get());
        m_deviceCounts.push_back(static_cast<int>(devicesOf(*host).size()));
    }
    m_looks.removeIf([this](const std::pair<Host *const &, Looks &> &looks) {
        return std::find(m_hosts.begin(), m_hosts.end(), looks.first) == m_hosts.end();
    });
    endResetModel();
}

void FleetModel::hostChanged(Host *host)
{
    const auto found = std::find(m_hosts.begin(), m_hosts.end(), host);
    if (found == m_hosts.end())
        return;
    Looks &looks = m_looks[host];
    if (std::exchange(looks.answers, host->answers()) != host->answers()) {
        if (host->lastLook() && host->report())
            looks.history.add(*host->report(), *host->lastLook());
        else
            looks.history.addMissed();
    }
    const int row = static_cast<int>(found - m_hosts.begin());
    const QModelIndex machine = index(row, 0);
    int &count = m_deviceCounts[static_cast<std::size_t>(row)];
    const int now = static_cast<int>(devicesOf(*host).size());
    if (now > count) {
        beginInsertRows(machine, count, now - 1);
        count = now;
        endInsertRows();
    } else if (now < count) {
        beginRemoveRows(machine, now, count - 1);
        count = now;
        endRemoveRows();
    }
    Q_EMIT dataChanged(machine, index(row, ColumnCount - 1));
    if (count > 0)
        Q_EMIT dataChanged(index(0, 0, machine), index(count - 1, ColumnCount - 1, machine));
}

void FleetModel::setOccupation(const QHash<QString, QStringList> &runs)
{
    if (runs == m_occupation)
        return;
    m_occupation = runs;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
}

void FleetModel::agesChanged()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, LastSeen));
}

bool FleetModel::isEmpty(int column) const
{
    const auto isBlank = [](const QModelIndex &cell) { return cell.data().toString().isEmpty(); };
    for (int row = 0; row < rowCount(); ++row) {
        if (!isBlank(index(row, column)))
            return false;
        const QModelIndex machine = index(row, 0);
        for (int device = 0; device < rowCount(machine); ++device)
            if (!isBlank(index(device, column, machine)))
                return false;
    }
    return true;
}

QVariant FleetModel::readings(Host *host, int column, const std::string &gpu) const
{
    const auto reading = readingOf(column);
    const auto looks = m_looks.find(host);
    if (!reading || looks == m_looks.end())
        return {};
    QList<double> values = looks->history.latest(*reading, gpu);
    for (double &value : values)
        value = column == Memory ? 1 - value : value; // free, as the words beside the curve
    return values.isEmpty() ? QVariant() : QVariant::fromValue(values);
}

std::optional<double> FleetModel::load(Host *host) const
{
    const auto looks = m_looks.find(host);
    return looks == m_looks.end() ? std::nullopt : looks->history.processorsPercent();
}

void FleetModel::ticksChanged()
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex machine = index(row, 0);
        Q_EMIT dataChanged(machine, machine, {Qt::CheckStateRole});
        if (const int count = rowCount(machine); count > 0)
            Q_EMIT dataChanged(index(0, 0, machine), index(count - 1, 0, machine), {Qt::CheckStateRole});
    }
}

Host *FleetModel::hostAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const auto row = index.internalId() == machineRow ? static_cast<std::size_t>(index.row()) : index.internalId() - 1;
    return row < m_hosts.size() ? m_hosts[row] : nullptr;
}

QModelIndex FleetModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : machineRow);
}

QModelIndex FleetModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == machineRow)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, machineRow);
}

int FleetModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_hosts.size());
    if (parent.internalId() != machineRow || parent.column() != 0)
        return 0;
    return m_deviceCounts[static_cast<std::size_t>(parent.row())];
}

int FleetModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

Qt::CheckState FleetModel::checkStateOf(const Host &host) const
{
    const auto all = devicesOf(host).size();
    const auto ticked = tickedDevicesOf(host).size();
    if (ticked == 0)
        return Qt::Unchecked;
    return ticked == all ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant FleetModel::data(const QModelIndex &index, int role) const
{
    Host *host = hostAt(index);
    if (!host)
        return {};
    if (index.internalId() == machineRow)
        return machineData(host, index.column(), role);
    return deviceData(host, index.row(), index.column(), role);
}

QVariant FleetModel::machineData(Host *host, int column, int role) const
{
    if (role == Qt::CheckStateRole && column == Name && host->report())
        return checkStateOf(*host);
    if (role == Qt::DecorationRole && column == Name)
        return themedIcon(host->machine().kind == Machine::Kind::ThisComputer ? QStringLiteral("computer")
                                                                              : QStringLiteral("server"));
    const QStringList runs
        = host->state() == Host::State::Ready ? m_occupation.value(host->machine().name) : QStringList();
    if (role == Qt::DecorationRole && column == State)
        return runs.isEmpty() ? stateIcon(*host) : themedIcon(QStringLiteral("activity"), &Colours::accent);
    if (role == Qt::ToolTipRole && column == State && host->error())
        return plainToolTip(plainText(say(*host->error()), 400));
    if (role == Qt::ToolTipRole && (column == Name || column == State))
        return plainToolTip(machineData(host, column, Qt::DisplayRole).toString());
    if (role == readingsRole)
        return readings(host, column, {});
    if (role != Qt::DisplayRole)
        return {};
    const auto &report = host->report();
    switch (column) {
    case Name:
        return host->displayName();
    case State:
        return runs.isEmpty() ? stateWord(*host) : tr("Trains %1").arg(formatList(runs));
    case Load:
        return load(host) ? formatPercent(load(host)) : QString();
    case Memory:
        return report ? memoryText(report->memoryAvailableBytes, report->memoryTotalBytes) : QString();
    case LastSeen:
        return host->lastSeen().isValid() ? formatAge(host->lastSeen(), QDateTime::currentDateTime()) : QString();
    default:
        return {};
    }
}

QVariant FleetModel::deviceData(Host *host, int row, int column, int role) const
{
    const auto devices = devicesOf(*host);
    if (static_cast<std::size_t>(row) >= devices.size())
        return {};
    const Device &device = devices[static_cast<std::size_t>(row)];
    const GpuReport *gpu = gpuOf(*host, device);
    if (role == Qt::CheckStateRole && column == Name)
        return m_ticks->contains(host->machine().name, device) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::DecorationRole && column == Name)
        return themedIcon(gpu ? QStringLiteral("gpu") : QStringLiteral("cpu"));
    if (role == Qt::ToolTipRole && gpu && column == State && gpu->processes.value_or(0) > 0)
        return plainToolTip(gpuUsesText(*host, gpu->uuid));
    if (role == Qt::ToolTipRole)
        return plainToolTip(gpu ? gpuText(*gpu) : processorsText(*host->report()));
    if (role == readingsRole)
        return gpu ? readings(host, column, gpu->uuid) : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Name:
        return gpu ? orNotKnown(gpu->name) : processorsText(*host->report());
    case State:
        return gpu ? useText(*host, *gpu) : QString();
    case Load:
        return gpu && gpu->utilizationPercent ? formatPercent(gpu->utilizationPercent) : QString();
    case Memory:
        return gpu ? memoryText(gpu->memoryFreeBytes, gpu->memoryTotalBytes) : QString();
    case Driver:
        return gpu ? orNotKnown(gpu->driverVersion) : QString();
    case Capability:
        return gpu ? orNotKnown(gpu->computeCapability.value_or(std::string())) : QString();
    case Power:
        return gpu && gpu->powerWatts ? formatWatts(gpu->powerWatts, gpu->powerLimitWatts) : QString();
    case Heat:
        return gpu && gpu->temperatureCelsius ? tr("%1 °C").arg(QLocale().toString(*gpu->temperatureCelsius, 'f', 0))
                                              : QString();
    default:
        return {};
    }
}

bool FleetModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    Host *host = hostAt(index);
    if (!host || role != Qt::CheckStateRole || index.column() != Name)
        return false;
    const bool ticked = value.toInt() == Qt::Checked;
    const auto devices = devicesOf(*host);
    if (index.internalId() == machineRow) {
        for (const Device &device : devices)
            m_ticks->set(host->machine().name, device, ticked);
    } else if (static_cast<std::size_t>(index.row()) < devices.size()) {
        m_ticks->set(host->machine().name, devices[static_cast<std::size_t>(index.row())], ticked);
    }
    return true;
}

Qt::ItemFlags FleetModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    auto flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const Host *host = hostAt(index);
    if (index.column() == Name && host && host->report())
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant FleetModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Machine");
    case State:
        return tr("State");
    case Load:
        return tr("Load");
    case Memory:
        return tr("Free memory");
    case Driver:
        return tr("Driver");
    case Capability:
        return tr("Compute");
    case Power:
        return tr("Power");
    case Heat:
        return tr("Heat");
    case LastSeen:
        return tr("Last seen");
    default:
        return {};
    }
}

} // namespace motley
