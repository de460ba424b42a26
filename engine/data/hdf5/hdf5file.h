// Reads numbers out of HDF5 files, which may come from anywhere: every size is checked against the file and against the
// caller's buffer, no other file is opened and no plug-in loaded on the file's word. Safe to use from several threads,
// also through one object: HDF5 is called by one thread at a time.
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
    std::vector<std::int64_t> chunk; // what is stored and decompressed together; empty: all in one piece
    std::int64_t storedBytes = 0; // in the file, compressed

    std::int64_t numbers() const; // product of the sizes
};

class Hdf5File {
public:
    // chunkCacheBytes: decompressed chunks kept per dataset; take what a slab of your blocks covers.
    static Result<Hdf5File> open(const std::string &path, std::size_t chunkCacheBytes = 1 << 20);
    Hdf5File(Hdf5File &&) noexcept;
    Hdf5File &operator=(Hdf5File &&) noexcept;
    ~Hdf5File();

    const std::string &path() const;
    bool has(const std::string &dataset) const;
    Result<Hdf5Layout> layout(const std::string &dataset) const; // an Error if it is missing or holds no numbers

    // The box that begins at offsets and is counts large, row-major, into target, which must hold as many numbers.
    // Number: std::int64_t, std::int32_t, std::uint8_t or float. Whole numbers are read from any integer type that fits
    // (64 unsigned bits count as fitting into 64 signed ones: greater numbers come as the greatest), float from any.
    template <typename Number>
    Result<void> readBlock(const std::string &dataset, std::span<const std::int64_t> offsets,
        std::span<const std::int64_t> counts, std::span<Number> target) const;

    // Rows first to last - 1 with all that further dimensions hold.
    template <typename Number>
    Result<void> readRows(
        const std::string &dataset, std::int64_t first, std::int64_t last, std::span<Number> target) const;

private:
    struct Contents; // keeps HDF5 out of this header

    explicit Hdf5File(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
