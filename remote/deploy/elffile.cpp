#include "remote/deploy/elffile.h"

#include <QFile>

#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

namespace motley {

namespace {

struct Unreadable {
    const char *why;
};

class Image {
public:
    explicit Image(std::string_view bytes) : m_bytes(bytes) { }

    template <typename T>
    T at(std::uint64_t offset) const
    {
        T value;
        if (offset > m_bytes.size() || m_bytes.size() - offset < sizeof value)
            throw Unreadable{"it ends too early"};
        std::memcpy(&value, m_bytes.data() + offset, sizeof value);
        return value;
    }

    std::string text(std::uint64_t offset) const
    {
        const auto end = offset < m_bytes.size() ? m_bytes.find('\0', offset) : std::string_view::npos;
        if (end == std::string_view::npos)
            throw Unreadable{"a name in it has no end"};
        return std::string(m_bytes.substr(offset, end - offset));
    }

    std::uint64_t size() const { return m_bytes.size(); }

private:
    std::string_view m_bytes;
};

struct Dynamic {
    std::vector<Elf64_Dyn> entries;

    std::optional<std::uint64_t> value(std::int64_t tag) const
    {
        for (const auto &entry : entries) {
            if (entry.d_tag == tag)
                return entry.d_un.d_val;
        }
        return std::nullopt;
    }
};

std::vector<Elf64_Phdr> segments(const Image &image, const Elf64_Ehdr &header)
{
    std::vector<Elf64_Phdr> result;
    for (std::uint64_t i = 0; i < header.e_phnum; ++i)
        result.push_back(image.at<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr)));
    return result;
}

std::uint64_t fileOffset(const std::vector<Elf64_Phdr> &segments, std::uint64_t address)
{
    for (const auto &segment : segments) {
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return address - segment.p_vaddr + segment.p_offset;
    }
    throw Unreadable{"an address in it lies nowhere"};
}

Dynamic dynamicEntries(const Image &image, const std::vector<Elf64_Phdr> &segments)
{
    Dynamic dynamic;
    for (const auto &segment : segments) {
        if (segment.p_type != PT_DYNAMIC)
            continue;
        for (std::uint64_t offset = 0; offset + sizeof(Elf64_Dyn) <= segment.p_filesz; offset += sizeof(Elf64_Dyn)) {
            const auto entry = image.at<Elf64_Dyn>(segment.p_offset + offset);
            if (entry.d_tag == DT_NULL)
                break;
            dynamic.entries.push_back(entry);
        }
    }
    return dynamic;
}

std::vector<std::string> splitPath(const std::string &text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(':', begin), text.size());
        if (end > begin)
            parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// Walks the version needs (Elf64_Verneed): one record per library, each with a chain of the versions required of it.
std::string newestGlibc(const Image &image, std::uint64_t offset, std::uint64_t count, std::uint64_t strings)
{
    constexpr std::string_view prefix = "GLIBC_";
    std::string newest;
    for (std::uint64_t library = 0; library < count; ++library) {
        const auto need = image.at<Elf64_Verneed>(offset);
        auto at = offset + need.vn_aux;
        for (unsigned i = 0; i < need.vn_cnt; ++i) {
            const auto version = image.at<Elf64_Vernaux>(at);
            const auto name = image.text(strings + version.vna_name);
            if (name.starts_with(prefix) && compareVersions(name.substr(prefix.size()), newest) > 0)
                newest = name.substr(prefix.size());
            if (version.vna_next == 0)
                break;
            at += version.vna_next;
        }
        if (need.vn_next == 0)
            break;
        offset += need.vn_next;
    }
    return newest;
}

std::string architectureName(unsigned machine)
{
    switch (machine) {
    case EM_X86_64:
        return "x86_64";
    case EM_AARCH64:
        return "aarch64";
    default:
        return "ELF machine " + std::to_string(machine);
    }
}

ElfFacts parse(const Image &image)
{
    const auto header = image.at<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        throw Unreadable{"it is not an ELF file"};
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        throw Unreadable{"it is not for a 64-bit little-endian machine"};

    ElfFacts facts;
    facts.architecture = architectureName(header.e_machine);
    const auto loads = segments(image, header);
    const auto dynamic = dynamicEntries(image, loads);
    const auto stringsAddress = dynamic.value(DT_STRTAB);
    if (!stringsAddress)
        return facts; // linked statically

    const auto strings = fileOffset(loads, *stringsAddress);
    for (const auto &entry : dynamic.entries) {
        if (entry.d_tag == DT_NEEDED)
            facts.needed.push_back(image.text(strings + entry.d_un.d_val));
    }
    if (const auto path = dynamic.value(DT_RUNPATH) ? dynamic.value(DT_RUNPATH) : dynamic.value(DT_RPATH))
        facts.searchPath = splitPath(image.text(strings + *path));
    if (const auto versions = dynamic.value(DT_VERNEED))
        facts.glibc
            = newestGlibc(image, fileOffset(loads, *versions), dynamic.value(DT_VERNEEDNUM).value_or(0), strings);
    return facts;
}

} // namespace

Result<ElfFacts> readElf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return fail("Could not open " + path + ".", file.errorString().toStdString());
    const auto *bytes = file.map(0, file.size());
    if (!bytes)
        return fail("Could not read " + path + ".", file.errorString().toStdString());
    try {
        return parse(Image({reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(file.size())}));
    } catch (const Unreadable &problem) {
        return fail("Could not read the program file " + path + ": " + problem.why + ".");
    }
}

int compareVersions(const std::string &left, const std::string &right)
{
    const char *a = left.data(), *aEnd = a + left.size();
    const char *b = right.data(), *bEnd = b + right.size();
    while (a != aEnd || b != bEnd) {
        long x = -1, y = -1;
        a = std::from_chars(a, aEnd, x).ptr;
        b = std::from_chars(b, bEnd, y).ptr;
        if (x != y)
            return x < y ? -1 : 1;
        // Past the dot, or past a character that is no number: "2.31-13" ends at the dash.
        a = a != aEnd && *a == '.' ? a + 1 : aEnd;
        b = b != bEnd && *b == '.' ? b + 1 : bEnd;
    }
    return 0;
}

} // namespace motley
