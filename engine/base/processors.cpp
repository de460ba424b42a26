#include "engine/base/processors.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace motley {

std::vector<int> allowedProcessors()
{
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return {};
    std::vector<int> processors;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
        if (CPU_ISSET(processor, &allowed))
            processors.push_back(processor);
    return processors;
}

int allowedCores()
{
    const std::vector<int> processors = allowedProcessors();
    std::set<std::pair<int, int>> cores;
    for (const int processor : processors) {
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/topology/";
        int package = 0;
        int core = 0;
        if (!(std::ifstream(folder + "physical_package_id") >> package && std::ifstream(folder + "core_id") >> core))
            return int(processors.size());
        cores.emplace(package, core);
    }
    return int(cores.size());
}

bool pinToProcessor(int processor, int pid)
{
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    CPU_SET(processor, &wanted);
    return sched_setaffinity(pid, sizeof wanted, &wanted) == 0;
}

std::vector<int> placedOn(int processors, const std::vector<double> &loads)
{
    constexpr double full = 1 + 1e-9; // with room for rounding errors in sums of percents
    std::vector<std::size_t> largestFirst(loads.size());
    std::iota(largestFirst.begin(), largestFirst.end(), 0);
    std::stable_sort(largestFirst.begin(), largestFirst.end(), [&](auto a, auto b) { return loads[a] > loads[b]; });
    std::vector<double> used(std::size_t(std::max(processors, 0)));
    std::vector<int> chosen(loads.size());
    for (const std::size_t load : largestFirst) {
        const auto least = std::min_element(used.begin(), used.end());
        if (least == used.end() || *least + loads[load] > full)
            return {};
        *least += loads[load];
        chosen[load] = int(least - used.begin());
    }
    return chosen;
}

} // namespace motley
