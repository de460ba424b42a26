// What the dynamic linker would read in a 64-bit little-endian ELF file; only as much as deployment needs.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct ElfFacts {
    std::string architecture; // as uname -m says it: "x86_64", "aarch64"; otherwise "ELF machine n"
    std::vector<std::string> needed;
    std::vector<std::string> searchPath; // RUNPATH, or RPATH where there is none; $ORIGIN still in it
    std::string glibc; // the newest GLIBC_x.y that a symbol asks for; empty: none

    bool operator==(const ElfFacts &) const = default;
};

// Errors name the file. Every offset in it is checked: a broken file ends in an Error, never in a crash.
Result<ElfFacts> readElf(const std::string &path);

// -1, 0, 1 by the numbers between the dots: "2.9" is older than "2.34".
int compareVersions(const std::string &left, const std::string &right);

} // namespace motley
