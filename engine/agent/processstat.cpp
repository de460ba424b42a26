#include "engine/agent/processstat.h"

#include "engine/agent/textfile.h"

#include <iterator>
#include <sstream>

namespace motley {

std::vector<std::string> fieldsOfStat(const std::string &path)
{
    const std::string line = firstLineOf(path);
    const auto name = line.rfind(')');
    if (name == std::string::npos)
        return {};
    std::istringstream fields(line.substr(name + 1));
    return {std::istream_iterator<std::string>(fields), {}};
}

} // namespace motley
