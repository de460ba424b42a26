// Sets the number formats that torch computes in, as the job asks.
#pragma once

#include "engine/job/precisionspec.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace motley {

// While it lives, this thread's matrix products and convolutions on the device compute in the job's precision.
class MixedPrecision {
public:
    MixedPrecision(const PrecisionSpec &precision, c10::Device device);
    ~MixedPrecision();
    MixedPrecision(const MixedPrecision &) = delete;
    MixedPrecision &operator=(const MixedPrecision &) = delete;

private:
    c10::DeviceType m_device;
    bool m_before;
    c10::ScalarType m_typeBefore;
};

// How a GPU's libraries compute, in the whole process: in TF32 if the job allows it, and each convolution by the
// algorithm that is fastest within the memory that is free, which cuDNN measures when it first sees a shape.
void chooseKernels(const PrecisionSpec &precision);

} // namespace motley
