// Who sends which files to whom, so that what any machine has does not cross the user's uplink, and what none has
// crosses it once. Pure functions of what each machine has now, asked again after each round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace motley {

struct SpreadMachine {
    std::vector<bool> holds; // by file
    std::vector<bool> reaches; // by machine: that it can fetch from
    double uplinkBytesPerSecond = 0; // from the user's computer; 0: not known
};

struct Spread {
    std::vector<std::int64_t> bytes; // of each file
    std::vector<SpreadMachine> machines;
};

struct FileTransfer {
    std::size_t from = 0; // machines
    std::size_t to = 0;
    std::vector<std::size_t> files; // that `to` lacks and `from` has

    bool operator==(const FileTransfer &) const = default;
};

// A round, in which each machine fetches from one at most and gives to one at most: so those who have a file double
// with each round, and no link carries two files at once. Empty: nobody lacks what a machine that it reaches has.
std::vector<FileTransfer> nextTransfers(const Spread &spread);

// The machines to which the user's computer sends what they lack, once there are no transfers: of those that reach each
// other the one with the best uplink, as the others fetch it from there.
std::vector<std::size_t> nextUploads(const Spread &spread);

} // namespace motley
