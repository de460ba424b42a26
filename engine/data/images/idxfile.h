// IDX, the file format of MNIST and similar data sets: a magic number, the sizes, then the bytes.
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

// The sizes that the header of a file states, without its bytes. Errors as of readIdx().
Result<std::vector<std::int64_t>> readIdxSizes(const std::string &path);

// Reads a plain or gzip file, detected by content. Only unsigned bytes, at most 4 dimensions and 8 GiB. Errors name the
// file: not IDX, or shorter or longer than its header says.
Result<IdxArray> readIdx(const std::string &path);

} // namespace motley
