// A machine as the user knows it: a name and how to get there.
#pragma once

#include "engine/base/result.h"
#include "engine/plan/machineterms.h"
#include "remote/fleet/sharedfolder.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace motley {

inline constexpr double largestTerm = 1e6;

struct Machine {
    enum class Kind { ThisComputer, Ssh };
    Kind kind = Kind::Ssh;
    QString name; // unique in the list; "this computer" has a translated display name and the name "local"
    QString destination; // what the user would give to ssh: alias, user@host or ssh://user@host:port
    QString installRoot; // empty: the probe chooses
    std::vector<SharedFolder> sharedFolders{}; // files in them are not sent if their contents are the same
    MachineTerms terms{}; // each term is 0 to largestTerm

    bool operator==(const Machine &) const = default;
};

// The names of those that a run which loses them does not take back by itself.
QStringList leftAlone(const std::vector<Machine> &machines);

// The list is kept in machines.json in the settings folder. Unknown keys are ignored, and kept when
// the list is changed. A broken file is an error that names it, and reading changes nothing.
Result<std::vector<Machine>> readMachines(const QString &path);

// Changes the list as it is in the file at that moment, while no other program can. Returns the changed list; after an
// error, of `change` too, the file is as it was.
using MachinesChange = std::function<Result<void>(std::vector<Machine> &)>;
Result<std::vector<Machine>> changeMachines(const QString &path, const MachinesChange &change);

} // namespace motley
