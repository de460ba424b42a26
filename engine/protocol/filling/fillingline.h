// What `motley-engine fill` prints: how far it is, where it was asked for that, and what came of it.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace motley {

struct FillingProgress {
    std::int64_t done = 0; // seeds
    std::int64_t seeds = 0;
    std::int64_t segments = 0; // found so far

    bool operator==(const FillingProgress &) const = default;
};

struct FillingResult {
    std::vector<std::int64_t> size; // slices, rows and columns of the box
    std::int64_t seeds = 0;
    std::int64_t segments = 0;
    double filled = 0; // the part of the voxels that belong to a segment
    std::int64_t looks = 0; // forward passes of the network
    double seconds = 0;

    bool operator==(const FillingResult &) const = default;
};

using FillingLine = std::variant<FillingProgress, FillingResult>;

std::string toLine(const FillingLine &line); // one JSON object, no newline
Result<FillingLine> parseFillingLine(std::string_view line); // errors: not such a line

} // namespace motley
