#include "engine/data/tokenizers/textlines.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

} // namespace

Result<std::vector<std::string>> readLines(const std::string &path, std::size_t mostBytes)
{
    const auto text = readTextFile(path, mostBytes);
    if (!text)
        return tl::unexpected(text.error());
    std::vector<std::string> lines;
    for (std::size_t first = text->compare(0, byteOrderMark.size(), byteOrderMark) == 0 ? byteOrderMark.size() : 0;
         first < text->size();) {
        const std::size_t end = std::min(text->find('\n', first), text->size());
        const bool carriage = end > first && (*text)[end - 1] == '\r';
        lines.push_back(text->substr(first, end - first - (carriage ? 1 : 0)));
        if (!isUtf8(lines.back()))
            return fail("Line " + std::to_string(lines.size()) + " of " + path
                + " is not UTF-8; convert the file, such as with iconv -f LATIN1 -t UTF-8.");
        first = end + 1;
    }
    return lines;
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

} // namespace motley
