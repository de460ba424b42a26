// The engine and the libraries that must travel with it.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace motley {

struct SharedLibraries {
    std::string program;
    std::vector<std::string> libraries; // paths here, each once; the C and C++ run-time of the system is not among them
    std::string architecture;
    std::string glibc; // the newest version that the program or a library asks for

    bool operator==(const SharedLibraries &) const = default;
};

// Follows NEEDED entries as the dynamic linker does: RUNPATH or RPATH of the asking file, then the system's folders.
// Errors name the library that is missing and who asks for it.
Result<SharedLibraries> engineLibraries(const std::string &program);

// The CUDA plug-in that lies beside the engine or in its ../lib. Error: the engine was built without CUDA.
Result<std::string> cudaPlugin(const std::string &engineProgram);

// The plug-in and all that it needs; the driver's own libraries stay out.
Result<std::vector<std::string>> cudaLibraries(const std::string &engineProgram);

} // namespace motley
