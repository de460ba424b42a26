#include "engine/tensorfiles/ziparchive.h"

#include "engine/tensorfiles/bytecursor.h"

#include <array>
#include <optional>

namespace motley {

namespace {

// Layout and names as in PKWARE's APPNOTE.TXT, sections 4.3.7 to 4.3.16.
constexpr std::string_view localSignature("PK\x03\x04", 4);
constexpr std::string_view centralSignature("PK\x01\x02", 4);
constexpr std::string_view endSignature("PK\x05\x06", 4);
constexpr std::string_view end64Signature("PK\x06\x06", 4);
constexpr std::string_view locator64Signature("PK\x06\x07", 4);
constexpr std::size_t endBytes = 22;
constexpr std::size_t locator64Bytes = 20;
constexpr std::size_t longestComment = 65535;
constexpr std::uint64_t elsewhere = 0xffffffff; // the true number is in the 64-bit record

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

struct Entry {
    std::string_view name;
    std::uint64_t method = 0; // 0: stored
    std::uint64_t packedBytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0; // of the local header
};

// A run of little-endian numbers of the given sizes; nullopt where the bytes end.
template <std::size_t count>
std::optional<std::array<std::uint64_t, count>> numbers(ByteCursor &cursor, const std::array<std::size_t, count> &sizes)
{
    std::array<std::uint64_t, count> values{};
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = cursor.number(sizes[i]);
        if (!value)
            return std::nullopt;
        values[i] = *value;
    }
    return values;
}

std::string_view from(std::string_view bytes, std::uint64_t offset)
{
    return offset <= bytes.size() ? bytes.substr(std::size_t(offset)) : std::string_view();
}

bool starts(ByteCursor &cursor, std::string_view signature)
{
    return cursor.read(signature.size()) == signature;
}

std::optional<Directory> findDirectory64(std::string_view bytes, std::size_t end)
{
    if (end < locator64Bytes)
        return std::nullopt;
    ByteCursor locator(bytes.substr(end - locator64Bytes));
    if (!starts(locator, locator64Signature) || !locator.read(4))
        return std::nullopt;
    ByteCursor record(from(bytes, locator.number(8).value_or(bytes.size())));
    if (!starts(record, end64Signature) || !record.read(36))
        return std::nullopt;
    const auto sizes = numbers<2>(record, {8, 8});
    return sizes ? std::optional(Directory{(*sizes)[1], (*sizes)[0]}) : std::nullopt;
}

std::optional<Directory> findDirectory(std::string_view bytes)
{
    const std::size_t last = bytes.size() < endBytes ? 0 : bytes.size() - endBytes;
    const std::size_t end = bytes.rfind(endSignature, last);
    if (end == std::string_view::npos || bytes.size() - end > endBytes + longestComment)
        return std::nullopt;
    if (const auto directory = findDirectory64(bytes, end))
        return directory;
    ByteCursor cursor(bytes.substr(end + 12));
    const auto sizes = numbers<2>(cursor, {4, 4});
    return sizes ? std::optional(Directory{(*sizes)[1], (*sizes)[0]}) : std::nullopt;
}

// The numbers that did not fit into 32 bits follow in this order, in the extra field with the id 1.
bool readExtra64(std::string_view extra, Entry &entry)
{
    ByteCursor fields(extra);
    while (fields.left() > 0) {
        const auto head = numbers<2>(fields, {2, 2});
        const auto body = head ? fields.read((*head)[1]) : std::nullopt;
        if (!body)
            return false;
        if ((*head)[0] != 1)
            continue;
        ByteCursor values(*body);
        for (std::uint64_t *number : {&entry.bytes, &entry.packedBytes, &entry.offset}) {
            if (*number != elsewhere)
                continue;
            const auto value = values.number(8);
            if (!value)
                return false;
            *number = *value;
        }
    }
    return true;
}

std::optional<Entry> readEntry(ByteCursor &directory)
{
    if (!starts(directory, centralSignature) || !directory.read(6))
        return std::nullopt;
    const auto head = numbers<11>(directory, {2, 4, 4, 4, 4, 2, 2, 2, 4, 4, 4});
    if (!head)
        return std::nullopt;
    const auto &values = *head;
    Entry entry;
    entry.method = values[0];
    entry.packedBytes = values[3];
    entry.bytes = values[4];
    entry.offset = values[10];
    const auto name = directory.read(values[5]);
    const auto extra = directory.read(values[6]);
    const auto comment = directory.read(values[7]);
    if (!name || !extra || !comment || !readExtra64(*extra, entry))
        return std::nullopt;
    entry.name = *name;
    return entry;
}

std::optional<std::string_view> contentOf(std::string_view bytes, const Entry &entry)
{
    ByteCursor local(from(bytes, entry.offset));
    if (!starts(local, localSignature) || !local.read(22))
        return std::nullopt;
    const auto lengths = numbers<2>(local, {2, 2});
    if (!lengths || !local.read((*lengths)[0]) || !local.read((*lengths)[1]))
        return std::nullopt;
    return local.read(entry.bytes);
}

} // namespace

bool looksLikeZip(std::string_view bytes)
{
    return bytes.substr(0, localSignature.size()) == localSignature;
}

Result<std::map<std::string, std::string_view>> storedZipFiles(std::string_view bytes)
{
    const auto found = findDirectory(bytes);
    if (!found)
        return fail("The zip archive has no directory: it is cut off or damaged.");
    const std::string_view listed = from(bytes, found->offset);
    if (found->bytes > listed.size())
        return fail("The zip archive's directory lies beyond its end.");
    ByteCursor directory(listed.substr(0, std::size_t(found->bytes)));
    std::map<std::string, std::string_view> files;
    while (directory.left() > 0) {
        const auto entry = readEntry(directory);
        if (!entry)
            return fail("The zip archive's directory is damaged.");
        if (entry->method != 0 || entry->packedBytes != entry->bytes)
            return fail("The zip archive is compressed, which torch.save never does.");
        const auto content = contentOf(bytes, *entry);
        if (!content)
            return fail("A file of the zip archive lies beyond its end.");
        if (!files.emplace(std::string(entry->name), *content).second)
            return fail("Two files of the zip archive have the same name.");
    }
    return files;
}

} // namespace motley
