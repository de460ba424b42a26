#include "engine/device/cudaplugin.h"

#include "engine/base/driverlibrary.h"

#include <ATen/Context.h>

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace motley {
namespace {

using PluginEntry = const CudaPlugin *(*)();

std::filesystem::path findPlugin()
{
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const std::string name = "libmotley-cuda.so";
    for (const auto &candidate : {folder / name, folder.parent_path() / "lib" / name}) {
        if (std::filesystem::exists(candidate, error))
            return candidate;
    }
    return {};
}

std::string loaderWords()
{
    const char *words = dlerror();
    return words ? words : "";
}

// NCCL's watchdog would end a process whose run was suspended for longer than the limit, the survivors of a lost rank
// before the agents know which one was lost, and a rank whose GPU failed before it has said so. The agents watch over
// ranks, and end those that wait for a lost one. What the user has set is kept.
void leaveErrorsToTheAgents()
{
    constexpr int keepTheirs = 0;
    for (const char *name : {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "TORCH_NCCL_ENABLE_MONITORING",
             "TORCH_NCCL_DUMP_ON_TIMEOUT", "TORCH_NCCL_RETHROW_CUDA_ERRORS"})
        setenv(name, "0", keepTheirs);
}

Result<const CudaPlugin *> load()
{
    leaveErrorsToTheAgents();
    const auto path = findPlugin();
    if (path.empty())
        return fail("This engine was built without CUDA: libmotley-cuda.so is neither beside it nor in ../lib. "
                    "Build it without -DMOTLEY_CUDA=OFF, or train on the CPU.");
    openDriverLibrary("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL); // which CUDA's run time then finds by that name
    // Stays loaded to the end: torch_cuda registers itself with torch_cpu and cannot be taken out again.
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        return fail(
            "CUDA's libraries could not be loaded, so the GPUs of this machine cannot be used; cmake/fetch-cuda of "
            "the sources fetches them.",
            loaderWords());
    const auto entry = reinterpret_cast<PluginEntry>(dlsym(library, "motleyCudaPlugin"));
    if (!entry)
        return fail(path.string() + " is not Motley's CUDA plug-in.", loaderWords());
    const CudaPlugin *plugin = entry();
    if (plugin->version != CudaPlugin::currentVersion)
        return fail(path.string() + " belongs to another version of the engine; build both together.");
    // Without a device torch has no CUDA in any case; then the plug-in says why there is none.
    if (plugin->deviceCount() > 0 && !at::globalContext().hasCUDA()) // torch asks once and keeps the answer
        return fail(
            "torch was asked for a GPU before the CUDA libraries were loaded, and will use none in this process.");
    return plugin;
}

} // namespace

Result<const CudaPlugin *> loadCudaPlugin()
{
    static const auto plugin = load();
    return plugin;
}

} // namespace motley
