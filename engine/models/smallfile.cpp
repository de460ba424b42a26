#include "engine/models/smallfile.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace motley {

Result<std::string> readSmallFile(const std::string &path)
{
    constexpr std::size_t longest = 1 << 20; // bytes
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    std::string text(longest + 1, '\0');
    file.read(text.data(), std::streamsize(text.size()));
    if (file.bad())
        return fail("Could not read " + path + ".", std::strerror(errno));
    text.resize(std::size_t(file.gcount()));
    if (text.size() > longest)
        return fail(path + " is longer than 1 MiB, which no configuration is.");
    return text;
}

} // namespace motley
