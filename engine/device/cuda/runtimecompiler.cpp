#include "engine/device/cuda/runtimecompiler.h"

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <nvrtc.h>

#include <dlfcn.h>

#include <algorithm>
#include <vector>

namespace motley {

namespace {

// Loaded and not linked, as only runs that use such a kernel need it.
class Nvrtc {
public:
    Nvrtc() : m_library(dlopen("libnvrtc.so.13", RTLD_NOW | RTLD_LOCAL))
    {
        if (!m_library) {
            const char *words = dlerror();
            TORCH_CHECK(false, "CUDA's compiler, libnvrtc.so.13, could not be loaded: ", words ? words : "");
        }
    }

    template <typename Function>
    Function find(const char *name) const
    {
        void *found = dlsym(m_library, name);
        TORCH_CHECK(found, "libnvrtc.so.13 has no ", name);
        return reinterpret_cast<Function>(found);
    }

private:
    void *m_library;
};

#define MOTLEY_NVRTC(function) nvrtc().find<decltype(&function)>(#function)

const Nvrtc &nvrtc()
{
    static const Nvrtc library;
    return library;
}

void check(nvrtcResult result, const char *what)
{
    TORCH_CHECK(result == NVRTC_SUCCESS, "NVRTC could not ", what, ": ", MOTLEY_NVRTC(nvrtcGetErrorString)(result));
}

std::vector<int> knownCapabilities() // ascending
{
    int count = 0;
    check(MOTLEY_NVRTC(nvrtcGetNumSupportedArchs)(&count), "say what it knows");
    std::vector<int> known(std::size_t(count), 0);
    check(MOTLEY_NVRTC(nvrtcGetSupportedArchs)(known.data()), "say what it knows");
    return known;
}

std::string compilersWords(nvrtcProgram program)
{
    std::size_t size = 0;
    check(MOTLEY_NVRTC(nvrtcGetProgramLogSize)(program, &size), "give its log");
    std::string words(size, '\0');
    check(MOTLEY_NVRTC(nvrtcGetProgramLog)(program, words.data()), "give its log");
    return words;
}

// Machine code for the GPU; for one that is newer than the compiler, code that the driver translates.
std::string compile(const KernelSource &source, int capability)
{
    const std::vector<int> known = knownCapabilities();
    const bool isKnown = std::find(known.begin(), known.end(), capability) != known.end();
    const std::string target = isKnown ? "sm_" + std::to_string(capability) : "compute_" + std::to_string(known.back());
    const std::string architecture = "--gpu-architecture=" + target;
    const char *options[] = {architecture.c_str(), "--std=c++17", "--device-as-default-execution-space"};
    nvrtcProgram program = nullptr;
    check(
        MOTLEY_NVRTC(nvrtcCreateProgram)(&program, source.text, source.name, 1, &source.headerText, &source.headerName),
        "take a source");
    const nvrtcResult compiled = MOTLEY_NVRTC(nvrtcCompileProgram)(program, int(std::size(options)), options);
    TORCH_CHECK(
        compiled == NVRTC_SUCCESS, source.name, " could not be compiled for ", target, ": ", compilersWords(program));
    std::size_t size = 0;
    check(isKnown ? MOTLEY_NVRTC(nvrtcGetCUBINSize)(program, &size) : MOTLEY_NVRTC(nvrtcGetPTXSize)(program, &size),
        "give its code");
    std::string code(size, '\0');
    check(isKnown ? MOTLEY_NVRTC(nvrtcGetCUBIN)(program, code.data()) : MOTLEY_NVRTC(nvrtcGetPTX)(program, code.data()),
        "give its code");
    check(MOTLEY_NVRTC(nvrtcDestroyProgram)(&program), "forget a source");
    return code;
}

} // namespace

cudaKernel_t RuntimeCompiledKernels::find(const char *kernel)
{
    const cudaDeviceProp &device = *at::cuda::getCurrentDeviceProperties();
    const int capability = 10 * device.major + device.minor;
    const std::lock_guard lock(m_mutex);
    auto library = m_libraries.find(capability);
    if (library == m_libraries.end()) {
        const std::string code = compile(m_source, capability);
        cudaLibrary_t loaded = nullptr;
        C10_CUDA_CHECK(cudaLibraryLoadData(&loaded, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
        library = m_libraries.emplace(capability, loaded).first;
    }
    cudaKernel_t found = nullptr;
    C10_CUDA_CHECK(cudaLibraryGetKernel(&found, library->second, kernel));
    return found;
}

} // namespace motley
