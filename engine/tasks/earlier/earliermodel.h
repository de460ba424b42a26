// What belongs to the weights that a run begins with, beside their tensors: configuration, tokenizer, names of classes.
#pragma once

#include <string>

namespace motley {

struct EarlierModel {
    std::string folder; // holds config.json and what lies beside it in a model folder; empty: nothing is known of them
    std::string source; // what the job continues from, for people; empty: the run begins anew

    bool has(const std::string &file) const; // whether the folder has a file of this name
    bool isUnknown() const
    {
        return folder.empty() && !source.empty();
    } // weights from somewhere, and nothing beside them
};

// "SOURCE does not say which WHAT its weights were trained with; those of this job's data are used."
std::string noteOnUnknown(const EarlierModel &earlier, const std::string &what);

} // namespace motley
