#include "engine/data/hdf5/hdf5writer.h"

#include "engine/data/hdf5/hdf5handle.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

namespace motley {

namespace {

constexpr unsigned gzipLevel = 4;

hid_t storedType(Hdf5Writer::Stored type)
{
    switch (type) {
    case Hdf5Writer::Stored::Int8:
        return H5T_STD_I8LE;
    case Hdf5Writer::Stored::UInt8:
        return H5T_STD_U8LE;
    case Hdf5Writer::Stored::Int32:
        return H5T_STD_I32LE;
    case Hdf5Writer::Stored::UInt32:
        return H5T_STD_U32LE;
    case Hdf5Writer::Stored::Int64:
        return H5T_STD_I64LE;
    case Hdf5Writer::Stored::Float32:
        break;
    }
    return H5T_IEEE_F32LE;
}

struct Table {
    Hdf5Handle dataset;
    std::vector<hsize_t> sizes; // the first one grows with appended rows
    std::size_t rowNumbers = 1;
};

} // namespace

struct Hdf5Writer::Contents {
    std::string path;
    std::string part; // temporary path until the file is complete
    Hdf5Handle file;
    std::map<std::string, Table> tables;

    Contents() = default;
    Contents(const Contents &) = delete;
    ~Contents()
    {
        close();
        if (!part.empty())
            std::remove(part.c_str());
    }

    void close()
    {
        const Hdf5Lock lock;
        tables.clear();
        file = {};
    }

    tl::unexpected<Error> failure(const std::string &what) const { return fail("Could not write " + path + ".", what); }
};

Result<Hdf5Writer> Hdf5Writer::create(const std::string &path)
{
    auto contents = std::make_unique<Contents>();
    const Hdf5Lock lock;
    contents->path = path;
    contents->part = path + ".part." + std::to_string(::getpid());
    const Hdf5Handle options(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    contents->file = Hdf5Handle(H5Fcreate(contents->part.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, options.id()), H5Fclose);
    if (!contents->file)
        return contents->failure(hdf5Words());
    return Hdf5Writer(std::move(contents));
}

Hdf5Writer::Hdf5Writer(std::unique_ptr<Contents> contents) : m_contents(std::move(contents)) { }
Hdf5Writer::Hdf5Writer(Hdf5Writer &&) noexcept = default;
Hdf5Writer::~Hdf5Writer() = default;

Result<void> Hdf5Writer::addDataset(
    const std::string &name, Stored type, const std::vector<std::int64_t> &row, std::int64_t chunk)
{
    const Hdf5Lock lock;
    Table table;
    table.sizes.push_back(0);
    for (const std::int64_t size : row) {
        table.sizes.push_back(hsize_t(size));
        table.rowNumbers *= std::size_t(size);
    }
    std::vector<hsize_t> largest = table.sizes;
    largest[0] = H5S_UNLIMITED;
    std::vector<hsize_t> together = table.sizes;
    together[0] = hsize_t(chunk);
    const auto dimensions = int(table.sizes.size());
    const Hdf5Handle space(H5Screate_simple(dimensions, table.sizes.data(), largest.data()), H5Sclose);
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(properties.id(), dimensions, together.data());
    H5Pset_deflate(properties.id(), gzipLevel);
    table.dataset = Hdf5Handle(H5Dcreate2(m_contents->file.id(), name.c_str(), storedType(type), space.id(),
                                   H5P_DEFAULT, properties.id(), H5P_DEFAULT),
        H5Dclose);
    if (!table.dataset)
        return m_contents->failure(hdf5Words());
    m_contents->tables.emplace(name, std::move(table));
    return {};
}

template <typename Number>
Result<void> Hdf5Writer::append(const std::string &name, std::span<const Number> numbers)
{
    const Hdf5Lock lock;
    Table &table = m_contents->tables.at(name);
    std::vector<hsize_t> start(table.sizes.size(), 0);
    std::vector<hsize_t> count = table.sizes;
    start[0] = table.sizes[0];
    count[0] = numbers.size() / table.rowNumbers;
    if (count[0] == 0)
        return {};
    table.sizes[0] += count[0];
    const bool grown = H5Dset_extent(table.dataset.id(), table.sizes.data()) >= 0;
    const Hdf5Handle into(H5Dget_space(table.dataset.id()), H5Sclose);
    const Hdf5Handle from(H5Screate_simple(int(count.size()), count.data(), nullptr), H5Sclose);
    const bool written = grown
        && H5Sselect_hyperslab(into.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0
        && H5Dwrite(table.dataset.id(), nativeHdf5Type<Number>(), from.id(), into.id(), H5P_DEFAULT, numbers.data())
            >= 0;
    if (!written)
        return m_contents->failure(hdf5Words());
    return {};
}

template Result<void> Hdf5Writer::append(const std::string &, std::span<const std::int64_t>);
template Result<void> Hdf5Writer::append(const std::string &, std::span<const std::int32_t>);
template Result<void> Hdf5Writer::append(const std::string &, std::span<const std::uint8_t>);
template Result<void> Hdf5Writer::append(const std::string &, std::span<const float>);

Result<void> Hdf5Writer::finish()
{
    {
        const Hdf5Lock lock;
        if (H5Fflush(m_contents->file.id(), H5F_SCOPE_GLOBAL) < 0)
            return m_contents->failure(hdf5Words());
    }
    m_contents->close();
    if (std::rename(m_contents->part.c_str(), m_contents->path.c_str()) != 0)
        return m_contents->failure(std::strerror(errno));
    m_contents->part.clear();
    return {};
}

} // namespace motley
