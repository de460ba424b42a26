#include "engine/device/mixedprecision.h"

#include "engine/device/cudaplugin.h"

#include <torch/types.h>

#include <ATen/autocast_mode.h>

namespace motley {

c10::ScalarType scalarTypeOf(PrecisionSpec::Kind kind)
{
    switch (kind) {
    case PrecisionSpec::Kind::BFloat16:
        return at::kBFloat16;
    case PrecisionSpec::Kind::Float16:
        return at::kHalf;
    case PrecisionSpec::Kind::Float32:
        break;
    }
    return at::kFloat;
}

MixedPrecision::MixedPrecision(const PrecisionSpec &precision, c10::Device device)
    : m_device(device.type()), m_before(at::autocast::is_autocast_enabled(m_device)),
      m_typeBefore(at::autocast::get_autocast_dtype(m_device))
{
    at::autocast::increment_nesting();
    if (precision.kind == PrecisionSpec::Kind::Float32)
        return;
    at::autocast::set_autocast_dtype(m_device, scalarTypeOf(precision.kind));
    at::autocast::set_autocast_enabled(m_device, true);
}

MixedPrecision::~MixedPrecision()
{
    if (at::autocast::decrement_nesting() == 0)
        at::autocast::clear_cache(); // the parameters in low precision: they change before the next step
    at::autocast::set_autocast_enabled(m_device, m_before);
    at::autocast::set_autocast_dtype(m_device, m_typeBefore);
}

std::optional<std::string> slowPrecision(const PrecisionSpec &precision, c10::Device device)
{
    constexpr int ampere = 80; // the first generation that multiplies bfloat16
    if (precision.kind != PrecisionSpec::Kind::BFloat16 || !device.is_cuda())
        return std::nullopt;
    const auto plugin = loadCudaPlugin();
    const int capability = plugin ? (*plugin)->computeCapability(device.index()) : ampere;
    if (capability >= ampere)
        return std::nullopt;
    return "has no arithmetic for bfloat16 (compute capability " + std::to_string(capability / 10) + "."
        + std::to_string(capability % 10)
        + ") and computes slowly in it. Set precision.kind to float16 or float32, or train without this GPU.";
}

void chooseKernels(const PrecisionSpec &precision)
{
    at::globalContext().setAllowTF32CuBLAS(precision.tf32);
    at::globalContext().setAllowTF32CuDNN(precision.tf32);
    tuneConvolutions(false);
    // It makes a plan of half a second for each new shape, and shapes change with lengths of sentences and with shares.
    at::globalContext().setSDPUseCuDNN(false);
}

void tuneConvolutions(bool tunes)
{
    at::globalContext().setBenchmarkCuDNN(tunes);
}

} // namespace motley
