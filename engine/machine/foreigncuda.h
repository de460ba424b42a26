// CUDA libraries of another installation, which LD_LIBRARY_PATH would mix with those that came with the engine.
#pragma once

#include <string>

namespace motley {

// `path` (folders between colons) without the folders that hold libraries of CUDA.
std::string withoutForeignCuda(const std::string &path);

// Starts this program again, with the same arguments, if LD_LIBRARY_PATH has such folders: the loader has read the
// variable when the program started. Otherwise does nothing.
void restartWithoutForeignCuda(char **arguments);

} // namespace motley
