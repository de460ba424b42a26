#include "remote/history/machinerecords.h"

#include <QJsonObject>

#include <cmath>

namespace motley {

namespace {

struct Part {
    const char *name;
    std::optional<double> MachineRecord::*value;
    bool isOfJob;
};

constexpr Part parts[]{{"connectingSeconds", &MachineRecord::connectingSeconds, false},
    {"checkingSeconds", &MachineRecord::checkingSeconds, false},
    {"checkpointBytesPerSecond", &MachineRecord::checkpointBytesPerSecond, false},
    {"insideBytesPerSecond", &MachineRecord::insideBytesPerSecond, false},
    {"insideLatencySeconds", &MachineRecord::insideLatencySeconds, false},
    {"measuringSeconds", &MachineRecord::measuringSeconds, true},
    {"startingSeconds", &MachineRecord::startingSeconds, true},
    {"checkpointSeconds", &MachineRecord::checkpointSeconds, true}};

std::optional<double> numberIn(const QJsonObject &entry, const char *name)
{
    const double value = entry.value(QLatin1String(name)).toDouble(-1);
    return value >= 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool isOf(const QJsonObject &entry, const QString &work, const QString &machine)
{
    return entry.value("work").toString() == work && entry.value("machine").toString() == machine;
}

QJsonObject find(const QJsonArray &records, const QString &work, const QString &machine)
{
    for (const auto &entry : records)
        if (isOf(entry.toObject(), work, machine))
            return entry.toObject();
    return {};
}

// The entry with the measured values that depend on the job (`isOfJob`) or that do not; empty: none was measured.
QJsonObject joined(QJsonObject entry, const MachineRecord &seen, bool isOfJob)
{
    bool isNew = false;
    for (const Part &part : parts) {
        const auto value = seen.*part.value;
        if (part.isOfJob != isOfJob || !value || !(*value >= 0) || !std::isfinite(*value))
            continue;
        const auto before = numberIn(entry, part.name);
        entry.insert(QLatin1String(part.name), before ? (*before + *value) / 2 : *value);
        isNew = true;
    }
    return isNew ? entry : QJsonObject();
}

} // namespace

void addRecord(QJsonArray &records, const QString &work, const QString &machine, const MachineRecord &seen)
{
    for (const bool isOfJob : {false, true}) {
        const QString owner = isOfJob ? work : QString();
        QJsonObject entry = joined(find(records, owner, machine), seen, isOfJob);
        if (entry.isEmpty())
            continue;
        entry.insert("work", owner);
        entry.insert("machine", machine);
        for (qsizetype i = records.size(); i-- > 0;)
            if (isOf(records.at(i).toObject(), owner, machine))
                records.removeAt(i);
        records.append(entry);
    }
}

void complete(MachineRecord &record, const MachineRecord &known)
{
    for (const Part &part : parts)
        if (!(record.*part.value))
            record.*part.value = known.*part.value;
}

MachineRecord recordOf(const QJsonArray &records, const QString &work, const QString &machine)
{
    MachineRecord record;
    for (const Part &part : parts)
        record.*part.value = numberIn(find(records, part.isOfJob ? work : QString(), machine), part.name);
    return record;
}

} // namespace motley
