// IDX, the format that MNIST and its relatives are published in: a magic number, the sizes, then the bytes.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct IdxArray {
    std::vector<std::int64_t> sizes; // of each dimension; row-major
    std::vector<std::uint8_t> bytes;
};

// Plain or gzip, told apart by content. Only unsigned bytes, at most 4 dimensions and 8 GiB; a file that is shorter or
// longer than its header says is refused. Errors name the file.
Result<IdxArray> readIdx(const std::string &path);

} // namespace motley
