// What a machine holds of Motley and how much of its disk that takes, asked in one command, and the removal of what
// nothing there needs any more. Blocking.
#pragma once

#include "remote/session/session.h"

#include <QDateTime>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace motley {

struct InstalledItem {
    enum class Kind { Engine, Data, Model, Run };

    Kind kind = Kind::Engine;
    std::string id; // of the tree that it is in, or of the run there
    std::string name; // of data and models: the field of the job and the first file
    std::int64_t bytes = 0;
    bool isUsed = false; // by a run that goes on there
    QDateTime changed; // invalid: not known

    bool operator==(const InstalledItem &) const = default;
};

struct Installation {
    std::vector<InstalledItem> items; // largest first
    std::int64_t bytes = 0; // of all, where equal files of several items count once
    std::optional<std::int64_t> freeBytes;
};

// Errors: those of the session; other people can change the install root.
Result<Installation> inspectInstallation(Session &session, const std::string &root, std::stop_token stop = {});

// The script's output, bounded and checked: it comes from another machine.
Installation parseInstallation(const std::string &output);

// What the engine's command `gc` removes. `engine`: the program there; empty: the newest that was sent. Not to be
// called while a run is prepared there, as what it was just sent would count as needless.
Result<void> removeUnused(
    Session &session, const std::string &root, const std::string &engine, std::stop_token stop = {});

} // namespace motley
