#include "engine/base/driverlibrary.h"

#include <dlfcn.h>

#include <array>

namespace motley {

std::span<const std::string> driverFolders()
{
    // Of NVIDIA's images and Kubernetes, and of Windows' Linux.
    static const std::array<std::string, 3> folders{
        "/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib"};
    return folders;
}

void *openDriverLibrary(const std::string &name, int flags, std::span<const std::string> folders)
{
    void *library = dlopen(name.c_str(), flags);
    for (const std::string &folder : folders)
        if (!library)
            library = dlopen((folder + "/" + name).c_str(), flags);
    return library ? library : dlopen(name.c_str(), flags); // for its words
}

} // namespace motley
