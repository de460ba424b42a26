#include "engine/machine/cgroup.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace motley {

namespace {

constexpr const char *root = "/sys/fs/cgroup";

bool listsController(const std::string &controllers, const std::string &wanted)
{
    std::istringstream names(controllers);
    for (std::string name; std::getline(names, name, ',');)
        if (name == wanted)
            return true;
    return false;
}

void addUpwards(std::vector<std::string> &folders, const std::string &mount, std::string group)
{
    while (true) {
        folders.push_back(mount + (group == "/" ? "" : group));
        const auto slash = group.rfind('/');
        if (group.size() <= 1 || slash == std::string::npos)
            return;
        group.resize(std::max<std::size_t>(slash, 1));
    }
}

// "max 100000" or "40000 100000" in version 2; two files in version 1, where -1 is no limit.
std::optional<double> quotaOf(const std::string &folder)
{
    double quota = -1, period = 0;
    std::ifstream both(folder + "/cpu.max");
    if (!(both >> quota >> period)) {
        quota = -1;
        std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
        std::ifstream(folder + "/cpu.cfs_period_us") >> period;
    }
    return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

} // namespace

std::vector<std::string> controlGroupFolders(const std::string &controller, const std::string &process)
{
    std::vector<std::string> folders;
    std::ifstream groups("/proc/" + process + "/cgroup");
    for (std::string line; std::getline(groups, line);) { // "0::/user.slice" or "4:cpu,cpuacct:/user.slice"
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty())
            addUpwards(folders, root, group);
        else if (listsController(controllers, controller))
            addUpwards(folders, std::string(root) + "/" + controllers, group);
    }
    return folders;
}

std::optional<double> processorQuota()
{
    std::optional<double> least;
    for (const auto &folder : controlGroupFolders("cpu"))
        if (const auto quota = quotaOf(folder))
            least = std::min(*quota, least.value_or(*quota));
    return least;
}

} // namespace motley
