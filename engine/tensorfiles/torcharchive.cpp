#include "engine/tensorfiles/torcharchive.h"

#include "engine/tensorfiles/bytecursor.h"
#include "engine/tensorfiles/ziparchive.h"

#include <array>
#include <limits>
#include <utility>

namespace motley {

namespace {

using Kind = PickleValue::Kind;

constexpr std::array<std::pair<std::string_view, at::ScalarType>, 10> storageTypes{{
    {"DoubleStorage", at::kDouble},
    {"FloatStorage", at::kFloat},
    {"HalfStorage", at::kHalf},
    {"BFloat16Storage", at::kBFloat16},
    {"LongStorage", at::kLong},
    {"IntStorage", at::kInt},
    {"ShortStorage", at::kShort},
    {"CharStorage", at::kChar},
    {"ByteStorage", at::kByte},
    {"BoolStorage", at::kBool},
}};

// The number 0x1950a86a20f9469cfc6c and the protocol number 1001, each as a pickle.
constexpr std::string_view legacyStart(
    "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.", 21);

Result<TorchArchive> openZip(std::string_view bytes)
{
    const auto files = storedZipFiles(bytes);
    if (!files)
        return tl::unexpected(files.error());
    constexpr std::string_view last = "data.pkl";
    for (const auto &[name, content] : *files) {
        const bool found = name.size() >= last.size() && name.substr(name.size() - last.size()) == last;
        if (!found)
            continue;
        const std::string folder = name.substr(0, name.size() - last.size());
        const auto order = files->find(folder + "byteorder");
        if (order != files->end() && order->second != "little")
            return fail("It was written on a computer with another byte order.");
        auto pickle = readPickle(content);
        if (!pickle)
            return tl::unexpected(pickle.error());
        TorchArchive archive{std::move(*pickle), {}};
        const std::string data = folder + "data/";
        for (const auto &[path, storage] : *files)
            if (path.compare(0, data.size(), data) == 0)
                archive.storages.emplace(path.substr(data.size()), storage);
        return archive;
    }
    return fail("The zip archive holds no data.pkl, so torch.save did not write it.");
}

// The names of the storages, with their numbers of elements, as the pickle of the tensors states them; by key.
Result<std::map<std::string, StorageName>> storageNames(const Pickle &pickle)
{
    std::map<std::string, StorageName> names;
    for (const PickleValue &value : pickle.values) {
        if (value.kind != Kind::Persistent)
            continue;
        auto name = storageName(pickle, value);
        if (!name)
            return tl::unexpected(name.error());
        names.emplace(name->key, *name);
    }
    return names;
}

// The first pickle says of the system that wrote the file {'little_endian': True, ...}.
bool isLittleEndian(const Pickle &system)
{
    const auto &items = system[system.root].items;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (system[items[i]].text == "little_endian")
            return system[items[i + 1]].integer != 0;
    return true;
}

// After the magic numbers: a pickle about the system, the pickle of the tensors, a pickle with the list of storage
// keys, and for each key in that order the number of elements and their bytes.
Result<TorchArchive> openLegacy(std::string_view bytes)
{
    ByteCursor cursor(bytes.substr(legacyStart.size()));
    std::array<Pickle, 3> pickles;
    for (Pickle &pickle : pickles) {
        auto read = readPickle(bytes.substr(bytes.size() - cursor.left()));
        if (!read)
            return tl::unexpected(read.error());
        pickle = std::move(*read);
        cursor.read(pickle.bytes);
    }
    if (!isLittleEndian(pickles[0]))
        return fail("It was written on a computer with another byte order.");
    const auto names = storageNames(pickles[1]);
    if (!names)
        return tl::unexpected(names.error());
    TorchArchive archive;
    const Pickle &keys = pickles[2];
    for (const std::uint32_t item : keys[keys.root].items) {
        const std::string key(keys[item].text);
        const auto name = names->find(key);
        const auto elements = cursor.number(8);
        const auto type = name == names->end() ? std::nullopt : storedType(name->second.type);
        const std::uint64_t size = type ? c10::elementSize(*type) : 0;
        if (!elements || size == 0 || *elements > cursor.left() / size)
            return fail("It ends too early, or the storage \"" + key + "\" is not as its tensors say.");
        archive.storages[key] = *cursor.read(*elements * size);
    }
    archive.pickle = std::move(pickles[1]);
    return archive;
}

} // namespace

Result<TorchArchive> openTorchArchive(std::string_view bytes)
{
    if (looksLikeZip(bytes))
        return openZip(bytes);
    if (bytes.substr(0, legacyStart.size()) == legacyStart)
        return openLegacy(bytes);
    return fail("It begins neither like a file of torch.save nor like its legacy format.");
}

Result<StorageName> storageName(const Pickle &pickle, const PickleValue &persistent)
{
    const auto refuse = [] { return fail("A tensor's storage is not described as torch.save does it."); };
    if (persistent.kind != Kind::Persistent || persistent.items.size() != 1)
        return refuse();
    const auto &items = pickle[persistent.items[0]].items;
    // A sixth item, of legacy files, would say that the storage is a part of another one.
    if (items.size() < 5 || pickle[items[0]].text != "storage" || pickle[items[1]].kind != Kind::Global
        || pickle[items[4]].kind != Kind::Integer || (items.size() > 5 && pickle[items[5]].kind == Kind::List))
        return refuse();
    const std::int64_t elements = pickle[items[4]].integer;
    if (elements < 0 || elements > std::numeric_limits<std::int64_t>::max() / 16)
        return refuse();
    return StorageName{pickle[items[1]].text, std::string(pickle[items[2]].text), elements};
}

std::optional<at::ScalarType> storedType(std::string_view storageType)
{
    for (const auto &[name, type] : storageTypes)
        if (name == storageType)
            return type;
    return std::nullopt;
}

std::optional<std::string_view> storageTypeOf(at::ScalarType wanted)
{
    for (const auto &[name, type] : storageTypes)
        if (type == wanted)
            return name;
    return std::nullopt;
}

} // namespace motley
