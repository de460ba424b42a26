// The operator motley::keyed_dropout (engine/models/layers/keyeddropout.cpp) on a GPU.
#include "engine/device/cuda/runtimecompiler.h"
#include "engine/models/layers/keyeddropoutpositions.h"
#include "keyeddropoutsource.h"

#include <ATen/cuda/CUDAContext.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ones.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include <algorithm>
#include <optional>

namespace motley {
namespace {

constexpr std::int64_t alignment = 16; // bytes that a thread reads and writes at once
constexpr unsigned threads = 256; // of a block
constexpr unsigned mostRows = 65535; // of blocks, which CUDA allows

struct Kernels { // names in keyeddropout.cu
    const char *ofOne;
    const char *ofMany; // elements at once, that fill the alignment
};

std::optional<Kernels> kernelsFor(at::ScalarType type)
{
    switch (type) {
    case at::kFloat:
        return Kernels{"dropFloat", "dropFloats"};
    case at::kHalf:
        return Kernels{"dropHalf", "dropHalves"};
    case at::kBFloat16:
        return Kernels{"dropBFloat16", "dropBFloat16s"};
    default:
        return std::nullopt;
    }
}

bool isAligned(const void *data)
{
    return reinterpret_cast<std::uintptr_t>(data) % alignment == 0;
}

cudaKernel_t findKernel(const char *name)
{
    static RuntimeCompiledKernels kernels(
        {"keyeddropout.cu", keyedDropoutSource, "engine/models/layers/keyeddropoutelement.h", keyedDropoutElement});
    return kernels.find(name);
}

at::Tensor dropOnGpu(const at::Tensor &x, double p, const at::Tensor &keys, std::int64_t layer, at::IntArrayRef widest)
{
    TORCH_CHECK(keys.device() == x.device(), "keyed dropout: the keys are on another device");
    const auto kernels = kernelsFor(x.scalar_type());
    if (!kernels) {
        const at::Tensor ones = at::ones(x.sizes(), x.options().dtype(at::kFloat));
        return at::mul(x, dropOnGpu(ones, p, keys, layer, widest)).to(x.scalar_type());
    }
    const c10::cuda::CUDAGuard guard(x.device());
    const at::Tensor from = x.contiguous();
    const at::Tensor to = at::empty_like(from);
    if (from.numel() == 0)
        return to;
    DropoutPositions positions = positionsIn(from.sizes(), widest);
    DropoutRate rate = dropoutRate(p);
    const at::Tensor keysHere = keys.contiguous();

    const void *source = from.const_data_ptr();
    void *target = to.data_ptr();
    const void *key = keysHere.const_data_ptr();
    auto samples = unsigned(from.size(0));
    const auto perVector = unsigned(alignment / from.element_size());
    const bool isWide = positions.run % perVector == 0 && isAligned(source) && isAligned(target);
    const unsigned vectors = positions.perSample / (isWide ? perVector : 1);
    const dim3 grid((vectors + threads - 1) / threads, std::min(samples, mostRows));
    void *arguments[] = {&source, &target, &samples, &key, &layer, &positions, &rate};
    C10_CUDA_CHECK(
        cudaLaunchKernel(reinterpret_cast<const void *>(findKernel(isWide ? kernels->ofMany : kernels->ofOne)), grid,
            dim3(threads), arguments, 0, at::cuda::getCurrentCUDAStream()));
    return to;
}

TORCH_LIBRARY_IMPL(motley, CUDA, library)
{
    library.impl("keyed_dropout", TORCH_FN(dropOnGpu));
}

} // namespace
} // namespace motley
