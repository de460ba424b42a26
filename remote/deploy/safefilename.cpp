#include "remote/deploy/safefilename.h"

#include <algorithm>
#include <sstream>

namespace motley {

bool isPlainPath(const std::string &path)
{
    if (path.empty() || path.size() > 1024 || path.front() == '/' || path.back() == '/')
        return false;
    if (std::any_of(path.begin(), path.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
        return false;
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, '/');) {
        if (part.empty() || part == "." || part == ".." || part == ".verified")
            return false;
    }
    return true;
}

} // namespace motley
