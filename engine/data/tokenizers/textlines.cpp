#include "engine/data/tokenizers/textlines.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

// UTF-16 has a 0 beside each character of ASCII, which is valid UTF-8, and often begins with a byte order mark.
bool isUtf16(std::string_view text)
{
    constexpr std::size_t fewest = 8; // bytes that tell
    const auto zeros = std::size_t(std::count(text.begin(), text.end(), '\0'));
    return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")
        || (text.size() >= fewest && zeros > text.size() / 4);
}

// As old Macs ended lines. Without this the whole text would be one line.
bool hasOnlyCarriageReturns(std::string_view text)
{
    const std::size_t carriage = text.find('\r');
    return carriage != std::string_view::npos && carriage + 1 < text.size()
        && text.find('\n') == std::string_view::npos;
}

} // namespace

std::string encodingProblem(std::string_view text)
{
    if (isUtf16(text))
        return " is UTF-16 or no text at all; text must be UTF-8: convert it, such as with iconv -f UTF-16 -t UTF-8.";
    return isUtf8(text) ? "" : " is not UTF-8; convert it, such as with iconv -f LATIN1 -t UTF-8.";
}

Result<std::string> readText(const std::string &path, std::size_t mostBytes)
{
    auto text = readTextFile(path, mostBytes);
    if (!text)
        return text;
    if (text->starts_with(byteOrderMark))
        text->erase(0, byteOrderMark.size());
    if (const std::string problem = encodingProblem(*text); !problem.empty())
        return fail(path + problem);
    return text;
}

Result<std::vector<std::string>> readLines(const std::string &path, std::size_t mostBytes)
{
    const auto text = readTextFile(path, mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    if (isUtf16(*text))
        return fail(path + encodingProblem(*text));
    if (hasOnlyCarriageReturns(*text))
        return fail(
            path + " ends its lines with carriage returns alone; convert it, such as with tr '\\r' '\\n' < OLD > NEW.");
    std::vector<std::string> lines;
    for (std::size_t first = text->starts_with(byteOrderMark) ? byteOrderMark.size() : 0; first < text->size();) {
        const std::size_t end = std::min(text->find('\n', first), text->size());
        const bool carriage = end > first && (*text)[end - 1] == '\r';
        lines.push_back(text->substr(first, end - first - (carriage ? 1 : 0)));
        if (!isUtf8(lines.back()))
            return fail("Line " + std::to_string(lines.size()) + " of " + path + encodingProblem(lines.back()));
        first = end + 1;
    }
    return lines;
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

} // namespace motley
