// Folders of data that need not be sent, since a machine has them too.
#pragma once

#include "engine/base/result.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace motley {

// A folder that both this computer and a machine have, such as one that all of them mount.
struct SharedFolder {
    QString here; // both absolute and normalised
    QString there;

    bool operator==(const SharedFolder &) const = default;
};

// "HERE=THERE", or one path that is the same on both.
Result<SharedFolder> parseSharedFolder(const QString &text);
QString toText(const SharedFolder &folder);

// The path at which the machine has a file of this computer; nullopt: the file is in no shared folder. The innermost
// folder counts.
std::optional<std::string> placeThere(const std::vector<SharedFolder> &folders, const std::string &file);

} // namespace motley
