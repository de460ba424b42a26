// The numbers that a job computes in, as torch is told.
#pragma once

#include "engine/protocol/precisionspec.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace motley {

// While it lives, this thread's matrix products and convolutions on the device compute in the job's precision.
class LowPrecision {
public:
    LowPrecision(const PrecisionSpec &precision, c10::Device device);
    ~LowPrecision();
    LowPrecision(const LowPrecision &) = delete;
    LowPrecision &operator=(const LowPrecision &) = delete;

private:
    c10::DeviceType m_device;
    bool m_before;
    c10::ScalarType m_typeBefore;
};

void allowTf32(bool allowed); // in the whole process

} // namespace motley
