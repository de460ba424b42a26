#include "engine/data/hdf5/hdf5file.h"

#include "engine/data/hdf5/hdf5handle.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <map>
#include <optional>

namespace motley {

namespace {

constexpr int mostDimensions = 8;
constexpr std::int64_t bestCompression = 2048; // limit of the ratio; gzip reaches half of it
constexpr std::int64_t mostChunkBytes = std::int64_t(1) << 30; // HDF5 allocates a chunk as large as the file says

struct Opened {
    Hdf5Handle dataset;
    Hdf5Layout layout;
};

template <typename Number>
bool holds(const Hdf5Layout &layout)
{
    if constexpr (std::is_floating_point_v<Number>)
        return true;
    constexpr int bytes = sizeof(Number);
    const bool fromUnsigned = layout.kind == Hdf5Layout::Kind::Unsigned;
    if (layout.kind == Hdf5Layout::Kind::Real || (std::is_unsigned_v<Number> && !fromUnsigned))
        return false;
    if (bytes == 8)
        return true;
    return fromUnsigned && std::is_signed_v<Number> ? layout.numberBytes < bytes : layout.numberBytes <= bytes;
}

std::string describeType(const Hdf5Layout &layout)
{
    const char *kind = layout.kind == Hdf5Layout::Kind::Real ? "floating-point numbers"
        : layout.kind == Hdf5Layout::Kind::Unsigned          ? "unsigned whole numbers"
                                                             : "signed whole numbers";
    return std::to_string(8 * layout.numberBytes) + "-bit " + kind;
}

std::optional<std::int64_t> boundedProduct(std::span<const std::int64_t> factors)
{
    std::int64_t product = 1;
    for (const std::int64_t factor : factors) {
        if (factor > 0 && product > (std::numeric_limits<std::int64_t>::max() >> 4) / factor)
            return std::nullopt;
        product *= factor;
    }
    return product;
}

Result<void> readType(hid_t dataset, Hdf5Layout &layout)
{
    const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
    const H5T_class_t family = H5Tget_class(type.id());
    if (family != H5T_INTEGER && family != H5T_FLOAT && family != H5T_ENUM)
        return fail("It holds no plain numbers.");
    layout.numberBytes = int(H5Tget_size(type.id()));
    const bool knownSize
        = layout.numberBytes == 1 || layout.numberBytes == 2 || layout.numberBytes == 4 || layout.numberBytes == 8;
    if (!knownSize)
        return fail("Its numbers have " + std::to_string(layout.numberBytes) + " bytes; 1, 2, 4 or 8 are read.");
    const Hdf5Handle base(family == H5T_ENUM ? H5Tget_super(type.id()) : H5Tcopy(type.id()), H5Tclose);
    layout.kind = family == H5T_FLOAT            ? Hdf5Layout::Kind::Real
        : H5Tget_sign(base.id()) == H5T_SGN_NONE ? Hdf5Layout::Kind::Unsigned
                                                 : Hdf5Layout::Kind::Signed;
    return {};
}

Result<void> readSizes(hid_t dataset, Hdf5Layout &layout)
{
    const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
    const int dimensions = H5Sget_simple_extent_ndims(space.id());
    if (dimensions < 1 || dimensions > mostDimensions)
        return fail("It has " + std::to_string(dimensions) + " dimensions; 1 to 8 are read.");
    std::vector<hsize_t> sizes(std::size_t(dimensions), 0);
    if (H5Sget_simple_extent_dims(space.id(), sizes.data(), nullptr) < 0)
        return fail("Its size cannot be read.", hdf5Words());
    layout.sizes.assign(sizes.begin(), sizes.end());
    for (const std::int64_t size : layout.sizes)
        if (size < 0)
            return fail("It claims an impossible size.");
    if (!boundedProduct(layout.sizes))
        return fail("It claims an impossible size.");
    return {};
}

// A filter that this HDF5 lacks would only be met when numbers are read, as an error like that of a damaged file.
Result<void> canUnpack(hid_t properties)
{
    for (int i = 0; i < std::max(H5Pget_nfilters(properties), 0); ++i) {
        std::array<char, 64> name{};
        std::size_t values = 0;
        unsigned flags = 0;
        unsigned details = 0;
        const H5Z_filter_t filter
            = H5Pget_filter2(properties, unsigned(i), &flags, &values, nullptr, name.size() - 1, name.data(), &details);
        if (H5Zfilter_avail(filter) <= 0)
            return fail("It is packed with the filter " + std::string(name[0] ? name.data() : "without a name")
                + " (number " + std::to_string(filter)
                + "), which is not read here. Write it again with gzip, where that filter is installed: h5repack -f "
                  "GZIP=4 OLD NEW, or in Python with h5py and compression=\"gzip\".");
    }
    return {};
}

Result<void> readStorage(hid_t dataset, Hdf5Layout &layout)
{
    const Hdf5Handle properties(H5Dget_create_plist(dataset), H5Pclose);
    const H5D_layout_t kind = H5Pget_layout(properties.id());
    if (kind == H5D_VIRTUAL || H5Pget_external_count(properties.id()) > 0)
        return fail("Its numbers lie in other files; copy them into this one (h5repack, h5copy).");
    layout.storedBytes = std::int64_t(H5Dget_storage_size(dataset));
    if (layout.storedBytes == 0 && layout.numbers() > 0)
        return fail("It has a size, but its numbers were never written.");
    if (const auto unpacked = canUnpack(properties.id()); !unpacked)
        return unpacked;
    if (kind != H5D_CHUNKED)
        return {};
    std::vector<hsize_t> chunk(layout.sizes.size(), 0);
    if (H5Pget_chunk(properties.id(), int(chunk.size()), chunk.data()) != int(chunk.size()))
        return fail("Its chunks cannot be read.", hdf5Words());
    layout.chunk.assign(chunk.begin(), chunk.end());
    const auto numbers = boundedProduct(layout.chunk);
    if (!numbers || *numbers * layout.numberBytes > mostChunkBytes)
        return fail("Its chunks are larger than 1 GiB; write it again with smaller ones (h5repack -l CHUNK=...).");
    return {};
}

Result<void> isRegularFile(const std::string &path)
{
    struct stat facts = {};
    if (::stat(path.c_str(), &facts) != 0)
        return fail("Could not open " + path + ".", std::strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return fail(path + " is not a file.");
    return {};
}

} // namespace

struct Hdf5File::Contents {
    std::string path;
    Hdf5Handle file;
    Hdf5Handle links;
    Hdf5Handle access;
    std::map<std::string, Opened> datasets; // opened so far

    Contents() = default;
    Contents(const Contents &) = delete;
    ~Contents()
    {
        const Hdf5Lock lock;
        datasets.clear();
        access = {};
        links = {};
        file = {};
    }

    bool exists(const std::string &name);
    Result<const Opened *> find(const std::string &name);
};

std::int64_t Hdf5Layout::numbers() const
{
    return *boundedProduct(sizes);
}

bool Hdf5Layout::isBelievable() const
{
    return numbers() / bestCompression <= storedBytes;
}

bool Hdf5File::Contents::exists(const std::string &name)
{
    for (std::size_t end = name.find('/', 1);; end = name.find('/', end + 1)) {
        if (H5Lexists(file.id(), name.substr(0, end).c_str(), links.id()) <= 0)
            return false;
        if (end == std::string::npos)
            return true;
    }
}

Result<const Opened *> Hdf5File::Contents::find(const std::string &name)
{
    const auto known = datasets.find(name);
    if (known != datasets.end())
        return &known->second;
    if (!exists(name))
        return fail(path + " has no dataset \"" + name + "\".");
    Opened opened{Hdf5Handle(H5Dopen2(file.id(), name.c_str(), access.id()), H5Dclose), {}};
    if (!opened.dataset)
        return fail("The dataset \"" + name + "\" in " + path + " could not be opened.", hdf5Words());
    const hid_t id = opened.dataset.id();
    const auto checked
        = readType(id, opened.layout).and_then([&] { return readSizes(id, opened.layout); }).and_then([&] {
              return readStorage(id, opened.layout);
          });
    if (!checked)
        return fail("The dataset \"" + name + "\" in " + path + " cannot be used. " + checked.error().message,
            checked.error().detail);
    return &datasets.emplace(name, std::move(opened)).first->second;
}

Result<Hdf5File> Hdf5File::open(const std::string &path, std::size_t chunkCacheBytes)
{
    if (const auto regular = isRegularFile(path); !regular)
        return tl::unexpected(regular.error());
    auto contents = std::make_unique<Contents>();
    const Hdf5Lock lock;
    contents->path = path;
    const Hdf5Handle options(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(options.id(), false, true); // network file systems often have no locks
#endif
    contents->file = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, options.id()), H5Fclose);
    contents->links = hdf5LinkAccess(H5P_LINK_ACCESS);
    contents->access = hdf5LinkAccess(H5P_DATASET_ACCESS);
    H5Pset_chunk_cache(contents->access.id(), 12421, chunkCacheBytes, 1.0);
    if (contents->file)
        return Hdf5File(std::move(contents));
    const std::string words = hdf5Words();
    Error error{
        path + " is not a whole HDF5 file: it was cut short, damaged, or is something else. Fetch it again.", words};
    return tl::unexpected(error);
}

Hdf5File::Hdf5File(std::unique_ptr<Contents> contents) : m_contents(std::move(contents)) { }
Hdf5File::Hdf5File(Hdf5File &&) noexcept = default;
Hdf5File &Hdf5File::operator=(Hdf5File &&) noexcept = default;
Hdf5File::~Hdf5File() = default;

const std::string &Hdf5File::path() const
{
    return m_contents->path;
}

bool Hdf5File::has(const std::string &dataset) const
{
    const Hdf5Lock lock;
    return m_contents->exists(dataset);
}

Result<Hdf5Layout> Hdf5File::layout(const std::string &dataset) const
{
    const Hdf5Lock lock;
    return m_contents->find(dataset).map([](const Opened *opened) { return opened->layout; });
}

template <typename Number>
bool isReadAsUnsigned(const Hdf5Layout &layout)
{
    return std::is_same_v<Number, std::int64_t> && layout.kind == Hdf5Layout::Kind::Unsigned && layout.numberBytes == 8;
}

template <typename Number>
hid_t typeInMemory(const Hdf5Layout &layout)
{
    return isReadAsUnsigned<Number>(layout) ? H5T_NATIVE_UINT64 : nativeHdf5Type<Number>();
}

// HDF5 would turn numbers that need the 64th bit into the greatest ones without it, which then stand in errors.
template <typename Number>
Result<void> checkRange(const std::string &name, const Hdf5Layout &layout, std::span<Number> read)
{
    if (!isReadAsUnsigned<Number>(layout))
        return {};
    for (const Number number : read)
        if (number < Number(0)) // its 64th bit is set
            return fail(
                name + " holds the number " + std::to_string(std::uint64_t(number)) + "; at most 2^63 - 1 is read.");
    return {};
}

template <typename Number>
Result<void> Hdf5File::readBlock(const std::string &dataset, std::span<const std::int64_t> offsets,
    std::span<const std::int64_t> counts, std::span<Number> target) const
{
    const Hdf5Lock lock;
    const auto opened = m_contents->find(dataset);
    if (!opened)
        return tl::unexpected(opened.error());
    const Hdf5Layout &layout = (*opened)->layout;
    const std::string name = "The dataset \"" + dataset + "\" in " + path();
    if (!holds<Number>(layout))
        return fail(name + " holds " + describeType(layout) + ", which is not what is needed here.");
    if (offsets.size() != layout.sizes.size() || counts.size() != layout.sizes.size())
        return fail(name + " has " + std::to_string(layout.sizes.size()) + " dimensions, not "
            + std::to_string(counts.size()) + ".");
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (offsets[i] < 0 || counts[i] < 0 || offsets[i] > layout.sizes[i] || counts[i] > layout.sizes[i] - offsets[i])
            return fail(name + " ends before what was asked of it (dimension " + std::to_string(i + 1) + " has "
                + std::to_string(layout.sizes[i]) + ").");
    const std::int64_t numbers = *boundedProduct(counts); // has a value: the product of the whole dataset is bounded
    if (numbers != std::int64_t(target.size()))
        return fail(name + " was asked for " + std::to_string(numbers) + " numbers with room for "
            + std::to_string(target.size()) + ".");
    if (numbers == 0)
        return {};

    const std::vector<hsize_t> start(offsets.begin(), offsets.end());
    const std::vector<hsize_t> size(counts.begin(), counts.end());
    const Hdf5Handle from(H5Dget_space((*opened)->dataset.id()), H5Sclose);
    const Hdf5Handle into(H5Screate_simple(int(size.size()), size.data(), nullptr), H5Sclose);
    const bool read = H5Sselect_hyperslab(from.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr) >= 0
        && H5Dread(
               (*opened)->dataset.id(), typeInMemory<Number>(layout), into.id(), from.id(), H5P_DEFAULT, target.data())
            >= 0;
    if (!read)
        return fail(name + " could not be read; the file is damaged or was cut short. Fetch it again.", hdf5Words());
    return checkRange(name, layout, target);
}

template <typename Number>
Result<void> Hdf5File::readRows(
    const std::string &dataset, std::int64_t first, std::int64_t last, std::span<Number> target) const
{
    const auto found = layout(dataset);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<std::int64_t> offsets(found->sizes.size(), 0);
    std::vector<std::int64_t> counts = found->sizes;
    offsets[0] = first;
    counts[0] = last - first;
    return readBlock(dataset, offsets, counts, target);
}

#define MOTLEY_READS(Number)                                                                                           \
    template Result<void> Hdf5File::readBlock(                                                                         \
        const std::string &, std::span<const std::int64_t>, std::span<const std::int64_t>, std::span<Number>) const;   \
    template Result<void> Hdf5File::readRows(const std::string &, std::int64_t, std::int64_t, std::span<Number>) const;
MOTLEY_READS(std::int64_t)
MOTLEY_READS(std::int32_t)
MOTLEY_READS(std::uint64_t)
MOTLEY_READS(std::uint8_t)
MOTLEY_READS(float)
#undef MOTLEY_READS

} // namespace motley
