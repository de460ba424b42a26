#include "remote/fleet/machine.h"

#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>

namespace motley {

namespace {

constexpr int currentVersion = 1;
constexpr qint64 longestMachinesFile = 4 << 20;
constexpr int lockMilliseconds = 5000;
constexpr int staleLockMilliseconds = 30'000; // a change takes milliseconds

// Of what this version reads and writes of a machine.
constexpr const char *otherNames[]{"name", "destination", "thisComputer", "installRoot", "sharedFolders", "lifetime",
    "comesBack", "startsAfterRestart"};
constexpr std::pair<const char *, double MachineTerms::*> termNames[]{{"pricePerHour", &MachineTerms::pricePerHour},
    {"hoursUntilTaken", &MachineTerms::hoursUntilTaken}, {"replaceMinutes", &MachineTerms::replaceMinutes}};

QJsonArray toArray(const std::vector<LifetimePoint> &curve)
{
    QJsonArray points;
    for (const LifetimePoint &point : curve)
        points.append(QJsonArray{point.hours, point.gone});
    return points;
}

std::vector<LifetimePoint> curveFrom(const QJsonArray &points)
{
    std::vector<LifetimePoint> curve;
    for (const auto &point : points)
        curve.push_back({point.toArray().at(0).toDouble(-1), point.toArray().at(1).toDouble(-1)});
    return curve;
}

struct MachinesWords {
    Q_DECLARE_TR_FUNCTIONS(motley::machines)
    MOTLEY_PHRASES(motley::machines)
};

tl::unexpected<Error> broken(const QString &path, const QString &cause)
{
    return sentence(MachinesWords::phrase(
        "The list of machines %1 cannot be used: %2. Repair the file or move it away; nothing was overwritten.")
                        .arg(path, cause));
}

QJsonObject toObject(const Machine &machine)
{
    QJsonObject object{{"name", machine.name}, {"destination", machine.destination}};
    if (machine.kind == Machine::Kind::ThisComputer)
        object = {{"name", machine.name}, {"thisComputer", true}};
    if (!machine.installRoot.isEmpty())
        object.insert("installRoot", machine.installRoot);
    QJsonArray folders;
    for (const SharedFolder &folder : machine.sharedFolders)
        folders.append(toText(folder));
    if (!folders.isEmpty())
        object.insert("sharedFolders", folders);
    for (const auto &[name, term] : termNames)
        if (machine.terms.*term > 0)
            object.insert(QLatin1String(name), machine.terms.*term);
    if (!machine.terms.lifetime.empty())
        object.insert("lifetime", toArray(machine.terms.lifetime));
    if (!machine.terms.comesBack)
        object.insert("comesBack", false);
    if (machine.terms.startsAfterRestart)
        object.insert("startsAfterRestart", true);
    return object;
}

// A value of another type would read as none, and so be lost at the next change of the list.
bool hasKnownTypes(const QJsonObject &object)
{
    const auto isNoneOr = [&](const char *name, QJsonValue::Type type) {
        const QJsonValue value = object.value(QLatin1String(name));
        return value.isUndefined() || value.type() == type;
    };
    const auto areAll = [](const QJsonArray &values, QJsonValue::Type type) {
        return std::all_of(values.begin(), values.end(), [&](const auto &value) { return value.type() == type; });
    };
    const auto points = object.value("lifetime").toArray();
    return isNoneOr("name", QJsonValue::String) && isNoneOr("destination", QJsonValue::String)
        && isNoneOr("installRoot", QJsonValue::String) && isNoneOr("thisComputer", QJsonValue::Bool)
        && isNoneOr("comesBack", QJsonValue::Bool) && isNoneOr("startsAfterRestart", QJsonValue::Bool)
        && isNoneOr("sharedFolders", QJsonValue::Array) && isNoneOr("lifetime", QJsonValue::Array)
        && areAll(object.value("sharedFolders").toArray(), QJsonValue::String)
        && std::all_of(std::begin(termNames), std::end(termNames),
            [&](const auto &term) { return isNoneOr(term.first, QJsonValue::Double); })
        && std::all_of(points.begin(), points.end(), [&](const auto &point) {
               return point.toArray().size() == 2 && areAll(point.toArray(), QJsonValue::Double);
           });
}

std::optional<Machine> fromObject(const QJsonObject &object)
{
    if (!hasKnownTypes(object))
        return std::nullopt;
    Machine machine;
    machine.name = object.value("name").toString();
    machine.destination = object.value("destination").toString();
    machine.installRoot = object.value("installRoot").toString();
    const auto folders = object.value("sharedFolders").toArray();
    for (const auto &text : folders) {
        const auto folder = parseSharedFolder(text.toString());
        if (!folder)
            return std::nullopt;
        machine.sharedFolders.push_back(*folder);
    }
    for (const auto &[name, term] : termNames) {
        const double value = object.value(QLatin1String(name)).toDouble(0);
        if (!(value >= 0 && value <= largestTerm))
            return std::nullopt;
        machine.terms.*term = value;
    }
    machine.terms.comesBack = object.value("comesBack").toBool(true);
    machine.terms.startsAfterRestart = object.value("startsAfterRestart").toBool(false);
    machine.terms.lifetime = curveFrom(object.value("lifetime").toArray());
    if ((object.contains("lifetime") && machine.terms.lifetime.empty()) || !lifetimeOf(machine.terms))
        return std::nullopt;
    if (object.value("thisComputer").toBool())
        machine.kind = Machine::Kind::ThisComputer;
    else if (machine.destination.isEmpty())
        return std::nullopt;
    return machine.name.isEmpty() ? std::nullopt : std::optional(machine);
}

// What the file says of a machine in words that this version does not know, as a newer one may write them.
QJsonObject unknownOf(const Machine &machine, const QJsonObject &root)
{
    const bool isHere = machine.kind == Machine::Kind::ThisComputer;
    const auto entries = root.value("machines").toArray();
    const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto &value) {
        const QJsonObject object = value.toObject();
        const bool isOfHere = object.value("thisComputer").toBool();
        return isHere || isOfHere ? isHere == isOfHere : object.value("name").toString() == machine.name;
    });
    QJsonObject unknown = entry == entries.end() ? QJsonObject() : (*entry).toObject();
    for (const char *name : otherNames)
        unknown.remove(QLatin1String(name));
    for (const auto &[name, term] : termNames)
        unknown.remove(QLatin1String(name));
    return unknown;
}

// Writes the machines into what the file had, so that nothing which this version does not know is lost.
Result<void> writeMachines(const QString &path, const std::vector<Machine> &machines, QJsonObject root)
{
    QJsonArray entries;
    for (const auto &machine : machines) {
        QJsonObject entry = unknownOf(machine, root);
        const QJsonObject known = toObject(machine);
        for (auto item = known.begin(); item != known.end(); ++item)
            entry.insert(item.key(), item.value());
        entries.append(entry);
    }
    root.insert("version", currentVersion);
    root.insert("machines", entries);
    QSaveFile file(path);
    file.open(QIODevice::WriteOnly);
    file.write(QJsonDocument(root).toJson());
    if (!commitWhole(file))
        return sentence(MachinesWords::phrase("The list of machines could not be written to %1: %2.")
                            .arg(path, file.errorString()));
    return {};
}

// What the file holds; without a file nothing.
Result<QJsonObject> readList(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QJsonObject();
    if (!QFileInfo(path).isFile()) // a named pipe would never be read to its end
        return broken(path, MachinesWords::tr("it is not a file"));
    if (!file.open(QIODevice::ReadOnly) || file.size() > longestMachinesFile)
        return broken(
            path, file.size() > longestMachinesFile ? MachinesWords::tr("it is too large") : file.errorString());
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError)
        return broken(path, error.errorString());
    const auto root = document.object();
    if (root.value("version").toInt() != currentVersion || !root.value("machines").isArray())
        return broken(path, MachinesWords::tr("it is not a list of machines of this version"));
    return root;
}

Result<std::vector<Machine>> machinesIn(const QJsonObject &root, const QString &path)
{
    std::vector<Machine> machines;
    const auto entries = root.value("machines").toArray();
    for (const auto &entry : entries) {
        const auto machine = fromObject(entry.toObject());
        if (!machine)
            return broken(path,
                MachinesWords::tr("a machine in it has no name, no address, an invalid folder or impossible terms"));
        const bool twice = std::any_of(
            machines.begin(), machines.end(), [&](const Machine &other) { return other.name == machine->name; });
        if (twice)
            return broken(path, MachinesWords::tr("the name %1 is in it twice").arg(machine->name));
        machines.push_back(*machine);
    }
    return machines;
}

} // namespace

QStringList leftAlone(const std::vector<Machine> &machines)
{
    QStringList names;
    for (const Machine &machine : machines)
        if (!machine.terms.comesBack)
            names << machine.name;
    return names;
}

Result<std::vector<Machine>> readMachines(const QString &path)
{
    return readList(path).and_then([&](const QJsonObject &root) { return machinesIn(root, path); });
}

Result<std::vector<Machine>> changeMachines(const QString &path, const MachinesChange &change)
{
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.setStaleLockTime(staleLockMilliseconds);
    if (!lock.tryLock(lockMilliseconds) && lock.error() == QLockFile::LockFailedError)
        return sentence(
            MachinesWords::phrase("The list of machines %1 is being changed by another program. Try again.").arg(path));
    const auto root = readList(path);
    if (!root)
        return tl::unexpected(root.error());
    auto machines = machinesIn(*root, path);
    if (!machines)
        return machines;
    if (const auto changed = change(*machines); !changed)
        return tl::unexpected(changed.error());
    if (const auto written = writeMachines(path, *machines, *root); !written)
        return tl::unexpected(written.error());
    return machines;
}

} // namespace motley
