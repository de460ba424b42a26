// Where Motley's files go on a machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace motley {

// In the order of preference: $XDG_DATA_HOME/motley, ~/.local/share/motley, /var/tmp/motley-UID, /tmp/motley-UID.
std::vector<std::string> installRootCandidates();

// The first candidate that can be written to and run programs from, and that others cannot change. Folders that are
// created to find out are removed again.
std::optional<std::string> chooseInstallRoot();

} // namespace motley
