#pragma once

#include <string>

namespace motley {

struct SideFile { // what belongs to a model beside its tensors, such as a vocabulary
    std::string name;
    std::string text;
};

} // namespace motley
