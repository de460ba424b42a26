#include "engine/training/checkpoint/groupedstate.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

constexpr const char *prefix = "group";

struct GroupedName {
    int group = 0;
    std::string name;
};

// Names of files are another program's text: what is no number is no group.
GroupedName parsed(const std::string &name)
{
    const std::size_t begin = std::string(prefix).size();
    const std::size_t slash = name.find('/');
    const bool hasPrefix = name.starts_with(prefix) && slash != std::string::npos && slash > begin && slash < begin + 6;
    if (!hasPrefix || name.find_first_not_of("0123456789", begin) != slash)
        return {0, name};
    return {std::stoi(name.substr(begin, slash - begin)), name.substr(slash + 1)};
}

} // namespace

std::string nameInGroup(int group, const std::string &name)
{
    return group == 0 ? name : prefix + std::to_string(group) + "/" + name;
}

int groupsIn(const NamedTensors &state)
{
    int groups = 1;
    for (const NamedTensor &item : state)
        groups = std::max(groups, parsed(item.name).group + 1);
    return groups;
}

NamedTensors regrouped(const NamedTensors &state, const NamedTensors &wanted)
{
    const int groups = groupsIn(state);
    NamedTensors result;
    for (const NamedTensor &target : wanted) {
        const std::string name = parsed(target.name).name;
        const at::Tensor *first = findTensor(state, name);
        if (!first)
            continue;
        at::Tensor sum = first->to(at::kDouble);
        int found = 1;
        for (int group = 1; group < groups; ++group)
            if (const at::Tensor *other = findTensor(state, nameInGroup(group, name));
                other && other->sizes() == first->sizes()) {
                sum = sum + other->to(at::kDouble);
                ++found;
            }
        result.push_back({target.name, first->is_floating_point() ? (sum / found).to(first->scalar_type()) : *first});
    }
    return result;
}

} // namespace motley
