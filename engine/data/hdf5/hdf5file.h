// Reads numbers from untrusted HDF5 files: every size is checked against the file and the caller's buffer, and the file
// can make HDF5 neither open another file nor load a plug-in. Safe to use from several threads, also through one
// object: calls of HDF5 are serialised.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace motley {

struct Hdf5Layout {
    enum class Kind { Signed, Unsigned, Real };

    Kind kind = Kind::Signed;
    int numberBytes = 0; // 1, 2, 4 or 8
    std::vector<std::int64_t> sizes; // of each dimension, row-major; 1 to 8 of them
    std::vector<std::int64_t> chunk; // sizes of what is stored and compressed together; empty: not chunked
    std::int64_t storedBytes = 0; // in the file, after compression

    std::int64_t numbers() const; // product of the sizes
    bool isBelievable() const; // the file holds enough for so many numbers, however well they are compressed
};

class Hdf5File {
public:
    // chunkCacheBytes: cache of decompressed chunks per dataset; choose as much as one slab of the blocks that are
    // read.
    static Result<Hdf5File> open(const std::string &path, std::size_t chunkCacheBytes = 1 << 20);
    Hdf5File(Hdf5File &&) noexcept;
    Hdf5File &operator=(Hdf5File &&) noexcept;
    ~Hdf5File();

    const std::string &path() const;
    bool has(const std::string &dataset) const;
    // Errors: the dataset is missing, holds no numbers, was never written, or is packed with a filter that is not
    // there.
    Result<Hdf5Layout> layout(const std::string &dataset) const;

    // Reads the box of size `counts` at `offsets`, row-major, into `target`, which must hold as many numbers. Number:
    // std::int64_t, std::int32_t, std::uint64_t, std::uint8_t or float. Integers are read from any integer type that
    // fits (64-bit unsigned counts as fitting into 64-bit signed; greater numbers are an error), floats from any type.
    template <typename Number>
    Result<void> readBlock(const std::string &dataset, std::span<const std::int64_t> offsets,
        std::span<const std::int64_t> counts, std::span<Number> target) const;

    // Reads the rows first to last - 1 along the first dimension, in full along the others.
    template <typename Number>
    Result<void> readRows(
        const std::string &dataset, std::int64_t first, std::int64_t last, std::span<Number> target) const;

private:
    struct Contents; // keeps HDF5 out of this header

    explicit Hdf5File(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
