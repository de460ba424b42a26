#include "engine/device/mixedprecision.h"

#include <torch/types.h>

#include <ATen/autocast_mode.h>

namespace motley {

MixedPrecision::MixedPrecision(const PrecisionSpec &precision, c10::Device device)
    : m_device(device.type()), m_before(at::autocast::is_autocast_enabled(m_device)),
      m_typeBefore(at::autocast::get_autocast_dtype(m_device))
{
    at::autocast::increment_nesting();
    if (precision.kind == PrecisionSpec::Kind::Float32)
        return;
    at::autocast::set_autocast_dtype(
        m_device, precision.kind == PrecisionSpec::Kind::BFloat16 ? at::kBFloat16 : at::kHalf);
    at::autocast::set_autocast_enabled(m_device, true);
}

MixedPrecision::~MixedPrecision()
{
    if (at::autocast::decrement_nesting() == 0)
        at::autocast::clear_cache(); // the parameters in low precision: they change before the next step
    at::autocast::set_autocast_enabled(m_device, m_before);
    at::autocast::set_autocast_dtype(m_device, m_typeBefore);
}

void chooseKernels(const PrecisionSpec &precision)
{
    at::globalContext().setAllowTF32CuBLAS(precision.tf32);
    at::globalContext().setAllowTF32CuDNN(precision.tf32);
    at::globalContext().setBenchmarkCuDNN(true);
}

} // namespace motley
