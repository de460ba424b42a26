// The tensors that training changes: what a checkpoint holds.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <string>
#include <vector>

namespace motley {

constexpr const char *optimizerPart = "the optimizer";

struct StatePart {
    std::string name; // for people, such as optimizerPart
    NamedTensors tensors;
};

struct StateTensors {
    NamedTensors model;
    std::vector<StatePart> others;
    std::string frozenHash{}; // TrainingState::frozenHash()
};

inline NamedTensors joined(const std::vector<StatePart> &parts)
{
    NamedTensors all;
    for (const StatePart &part : parts)
        all.insert(all.end(), part.tensors.begin(), part.tensors.end());
    return all;
}

} // namespace motley
