// Loads tensors from elsewhere into a model, and reports every tensor that keeps fresh values or is left over.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

namespace motley {

// Whether the name is one of the prefixes, or continues one with a dot.
bool isUnder(const std::string &name, const std::vector<std::string> &fronts);

struct LoadRules {
    // Names, or prefixes of names up to a dot ("classifier"), of model tensors that keep their fresh values if they are
    // missing.
    std::vector<std::string> mayBeFresh;
    // Names, or prefixes of names up to a dot, of stored tensors that the model has no use for, such as the heads of
    // another task.
    std::vector<std::string> mayBeUnused;
    // The model's tensors become the stored ones, in their own type and memory, instead of copies.
    bool asStored = false;
};

struct LoadedTensors { // to be shown to the user
    std::vector<std::string> fresh;
    std::vector<std::string> unused;
};

// Copies `values` into `model`, floating-point values converted to the model's type. The Error counts the tensors that
// are missing, not expected or of another shape or type and names the first few, its detail some more; or it names one
// that holds NaN or infinity.
Result<LoadedTensors> loadTensors(const NamedTensors &model, const NamedTensors &values, const LoadRules &rules);

// "2 tensors start with fresh values: classifier.weight, classifier.bias." Empty if there is nothing to say.
std::string describe(const LoadedTensors &loaded);

} // namespace motley
