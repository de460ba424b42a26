// The libraries of NVIDIA's driver, such as libcuda.so.1, which come with a machine and never with Motley.
#pragma once

#include <span>
#include <string>

namespace motley {

// Where containers have the driver: often only LD_LIBRARY_PATH says so, which a login over SSH has not.
std::span<const std::string> driverFolders();

// Opens the library for good, as the loader finds it or else in the first of the folders that has it. Null: dlerror()
// has the loader's own words.
void *openDriverLibrary(const std::string &name, int flags, std::span<const std::string> folders = driverFolders());

} // namespace motley
