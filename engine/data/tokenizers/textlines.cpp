#include "engine/data/tokenizers/textlines.h"

#include "engine/data/tokenizers/utf8.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace motley {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

} // namespace

Result<std::string> readText(const std::string &path, std::int64_t mostBytes)
{
    struct stat facts = {};
    if (::stat(path.c_str(), &facts) != 0)
        return fail("Could not open " + path + ".", std::strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return fail(path + " is not a file.");
    if (facts.st_size > mostBytes)
        return fail(path + " is larger than " + std::to_string(mostBytes >> 20) + " MiB, which is too much here.");
    std::ifstream file(path, std::ios::binary);
    std::string text(std::size_t(facts.st_size), '\0');
    if (!file || !file.read(text.data(), facts.st_size))
        return fail("Could not read " + path + ".", std::strerror(errno));
    return text;
}

Result<std::vector<std::string>> readLines(const std::string &path, std::int64_t mostBytes)
{
    const auto text = readText(path, mostBytes);
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

Result<void> writeText(const std::string &path, std::string_view text)
{
    const std::string part = path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file.write(text.data(), std::streamsize(text.size()));
    file.close();
    if (file && std::rename(part.c_str(), path.c_str()) == 0)
        return {};
    const std::string problem = std::strerror(errno);
    std::remove(part.c_str());
    return fail("Could not write " + path + ".", problem);
}

} // namespace motley
