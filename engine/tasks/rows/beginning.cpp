#include "engine/tasks/rows/beginning.h"

#include "engine/base/mappedfile.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t bytesOfLines = 1 << 20; // looked at for lines
constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

} // namespace

Result<std::string> readBeginning(const std::string &path, std::size_t most)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    std::string_view bytes = file->bytes();
    if (bytes.substr(0, byteOrderMark.size()) == byteOrderMark)
        bytes.remove_prefix(byteOrderMark.size());
    const std::string_view part = bytes.substr(0, most);
    std::string text(part.substr(0, part.size() - (part.size() < bytes.size() ? unfinishedUtf8(part) : 0)));
    if (const std::string problem = encodingProblem(text); !problem.empty())
        return fail(path + problem);
    return text;
}

Result<std::vector<std::string>> readFirstLines(const std::string &path, std::size_t count)
{
    return readBeginning(path, bytesOfLines).map([count](const std::string &text) {
        std::vector<std::string> lines;
        for (std::size_t first = 0; first < text.size() && lines.size() < count;) {
            const std::size_t end = std::min(text.find('\n', first), text.size());
            const bool hasReturn = end > first && text[end - 1] == '\r';
            lines.push_back(text.substr(first, end - first - (hasReturn ? 1 : 0)));
            first = end + 1;
        }
        return lines;
    });
}

} // namespace motley
