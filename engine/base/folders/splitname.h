// What a file or folder of data is for, by its name.
#pragma once

#include <optional>
#include <string>

namespace motley {

enum class Split { Training, Validation, Test };

// `name`: below the folder that the user chose, never the path to it, which differs from machine to machine. The last
// part of the name that has one of these words decides, and its first such word: train or training; valid, validation
// or val; test or testing. Signs, digits and white space part words, so "latest.hdf5" is no test. Capitals do not
// matter.
std::optional<Split> splitOf(const std::string &name);

} // namespace motley
