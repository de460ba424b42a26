// Writes tables of numbers into a new HDF5 file, row by row and compressed (gzip). The file gets its name only when it
// is complete.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace motley {

class Hdf5Writer {
public:
    enum class Stored { Int8, UInt8, Int32, UInt32, Int64, Float32 };

    static Result<Hdf5Writer> create(const std::string &path);
    Hdf5Writer(Hdf5Writer &&) noexcept;
    Hdf5Writer &operator=(Hdf5Writer &&) = delete;
    ~Hdf5Writer(); // without finish() the unfinished file is removed

    // Adds a table whose rows have the shape `row`; empty: one number. `chunk` rows are compressed together.
    Result<void> addDataset(
        const std::string &name, Stored type, const std::vector<std::int64_t> &row, std::int64_t chunk);

    // Appends whole rows. Number: std::int64_t, std::int32_t, std::uint8_t or float.
    template <typename Number>
    Result<void> append(const std::string &name, std::span<const Number> numbers);

    Result<void> finish(); // gives the file its name; replaces an existing file

private:
    struct Contents;

    explicit Hdf5Writer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
