#include "engine/machine/processstat.h"

#include "engine/base/textfile.h"

#include <chrono>
#include <iterator>
#include <sstream>
#include <thread>

namespace motley {

namespace {

bool isGoing(pid_t process)
{
    const auto fields = fieldsOfStat(process);
    return !fields.empty() && fields.front().find_first_of("TZX") == std::string::npos;
}

} // namespace

std::vector<std::string> fieldsOfStat(const std::string &path)
{
    const std::string line = firstLineOf(path);
    const auto name = line.rfind(')');
    if (name == std::string::npos)
        return {};
    std::istringstream fields(line.substr(name + 1));
    return {std::istream_iterator<std::string>(fields), {}};
}

std::vector<std::string> fieldsOfStat(pid_t process)
{
    return fieldsOfStat("/proc/" + std::to_string(process) + "/stat");
}

void waitUntilStopped(pid_t process)
{
    constexpr std::chrono::seconds patience{2};
    const auto start = std::chrono::steady_clock::now();
    while (isGoing(process) && std::chrono::steady_clock::now() - start < patience)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
}

} // namespace motley
