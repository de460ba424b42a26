#include "engine/base/processors.h"

#include <sched.h>

#include <algorithm>
#include <numeric>

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
    std::vector<int> places(loads.size());
    for (const std::size_t load : largestFirst) {
        const auto least = std::min_element(used.begin(), used.end());
        if (least == used.end() || *least + loads[load] > full)
            return {};
        *least += loads[load];
        places[load] = int(least - used.begin());
    }
    return places;
}

} // namespace motley
