// The machines of a fleet as a tree: a machine, and under it the devices that it can train on.
#pragma once

#include "app/models/deviceselection.h"
#include "app/models/runmachinemodel.h"
#include "app/models/series/machinehistory.h"
#include "remote/fleet/fleet.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QStringList>

namespace motley {

class FleetModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, State, Load, Memory, Power, Heat, Driver, Capability, LastSeen, ColumnCount };
    static constexpr int readingsRole = RunMachineModel::readingsRole; // QList<double> from 0 to 1

    FleetModel(Fleet *fleet, DeviceSelection *ticks, QObject *parent = nullptr);

    Host *hostAt(const QModelIndex &index) const; // of a machine's row, or of a row of one of its devices
    static std::vector<Device> devicesOf(const Host &host); // the CPU, then the usable GPUs
    std::vector<Device> tickedDevicesOf(const Host &host) const;
    void setOccupation(const QHash<QString, QStringList> &runs); // names of runs, by machine
    void agesChanged(); // as time goes by
    bool isEmpty(int column) const; // in every row

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();
    void hostChanged(Host *host);
    void ticksChanged();
    QVariant machineData(Host *host, int column, int role) const;
    QVariant deviceData(Host *host, int device, int column, int role) const;
    QVariant readings(Host *host, int column, const std::string &gpu) const;
    std::optional<double> load(Host *host) const;
    Qt::CheckState checkStateOf(const Host &host) const;

    Fleet *m_fleet;
    DeviceSelection *m_ticks;
    std::vector<Host *> m_hosts; // the machines that the views have rows for
    std::vector<int> m_deviceCounts; // the device rows that the views have, for each host
    struct Looks {
        MachineHistory history;
        int answers = 0; // of the host, that are in the history
    };
    QHash<Host *, Looks> m_looks;
    QHash<QString, QStringList> m_occupation;
};

} // namespace motley
