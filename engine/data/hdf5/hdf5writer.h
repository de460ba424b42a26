// Writes tables of numbers into a new HDF5 file, some rows at a time, compressed (gzip). The file appears under its
// name when it is complete.
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
    ~Hdf5Writer(); // without finish() nothing stays

    // A row is `row` large; empty: one number. `chunk` rows are compressed together.
    Result<void> addDataset(
        const std::string &name, Stored type, const std::vector<std::int64_t> &row, std::int64_t chunk);

    // Whole rows, after those that are there. Number: std::int64_t, std::int32_t, std::uint8_t or float.
    template <typename Number>
    Result<void> append(const std::string &name, std::span<const Number> numbers);

    Result<void> finish(); // an existing file of that name is replaced

private:
    struct Contents;

    explicit Hdf5Writer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
