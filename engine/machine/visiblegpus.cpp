#include "engine/machine/visiblegpus.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace motley {

namespace {

using Gpus = std::vector<GpuReport>;

// The GPU that an entry names; the end: none, or several.
Gpus::const_iterator named(const Gpus &gpus, const std::string &entry)
{
    std::size_t index = 0;
    const char *end = entry.data() + entry.size();
    if (const auto read = std::from_chars(entry.data(), end, index); read.ec == std::errc() && read.ptr == end)
        return index < gpus.size() ? gpus.begin() + std::ptrdiff_t(index) : gpus.end();
    const auto isMeant = [&](const GpuReport &gpu) { return gpu.uuid.starts_with(entry); };
    const auto first = entry.empty() ? gpus.end() : std::find_if(gpus.begin(), gpus.end(), isMeant);
    const bool isOnly = first != gpus.end() && std::none_of(first + 1, gpus.end(), isMeant);
    return isOnly || (first != gpus.end() && first->uuid == entry) ? first : gpus.end();
}

} // namespace

std::vector<GpuReport> visibleGpus(const std::vector<GpuReport> &gpus, const std::string &variable)
{
    Gpus visible;
    std::istringstream entries(variable);
    for (std::string entry; std::getline(entries, entry, ',');) {
        const auto gpu = named(gpus, entry);
        if (gpu == gpus.end())
            break;
        visible.push_back(*gpu);
    }
    return visible;
}

} // namespace motley
