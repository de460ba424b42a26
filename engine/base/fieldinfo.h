// Describes one field of a job to people and programs: its name in a form, its help, what a number may be.
#pragma once

#include "engine/base/translatable.h"

#include <limits>

namespace motley {

struct FieldInfo {
    const char *label = ""; // of one or two words
    const char *help = ""; // one sentence
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    bool needed = false; // a text or a path that must not be empty
    bool used = true; // it has an effect with the other fields as they are; a form hides it otherwise
    const char *zero = ""; // what the number 0 means, where it means something of its own
    const char *none = ""; // what it means where there is no number
    bool inForm = true; // false: only for those who write job files
};

} // namespace motley
