#include "engine/machine/foreigncuda.h"

#include "engine/base/childprocess.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace motley {

namespace {

constexpr auto searchPath = "LD_LIBRARY_PATH";
constexpr std::array<const char *, 6> cudaLibraries{
    "libcudnn", "libcublas", "libcudart.so", "libcusparse", "libcusolver", "libnccl.so"};

bool holdsCuda(const std::string &folder)
{
    std::error_code error;
    for (const auto &entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (std::any_of(
                cudaLibraries.begin(), cudaLibraries.end(), [&](const char *known) { return name.starts_with(known); }))
            return true;
    }
    return false;
}

} // namespace

std::string withoutForeignCuda(const std::string &path)
{
    std::string kept;
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!holdsCuda(folder))
            kept += (kept.empty() ? "" : ":") + folder;
    return kept;
}

void restartWithoutForeignCuda(char **arguments)
{
    const char *path = std::getenv(searchPath);
    if (!path)
        return;
    const std::string kept = withoutForeignCuda(path);
    if (kept.size() >= std::string(path).size())
        return;
    setenv(searchPath, kept.c_str(), 1);
    execv(ownProgram().c_str(), arguments);
}

} // namespace motley
