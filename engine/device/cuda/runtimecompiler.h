// CUDA kernels of our own, compiled when they are first used by the NVRTC that torch brings: they run on any GPU that
// it knows, and building Motley needs no CUDA compiler.
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <string>

namespace motley {

struct KernelSource {
    const char *name; // of the file, for the compiler's messages
    const char *text;
    const char *headerName; // as the text includes it
    const char *headerText;
};

// The kernels of one source, in one process.
class RuntimeCompiledKernels {
public:
    explicit RuntimeCompiledKernels(const KernelSource &source) : m_source(source) { }

    // For the current device; of a kernel that is declared extern "C". Thread-safe. Throws c10::Error with the
    // compiler's words.
    cudaKernel_t find(const char *kernel);

private:
    KernelSource m_source;
    std::mutex m_mutex;
    std::map<int, cudaLibrary_t> m_libraries; // by compute capability; never unloaded, as CUDA may be gone before us
};

} // namespace motley
