// Sets the number formats that torch computes in, as the job asks.
#pragma once

#include "engine/job/precisionspec.h"

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <optional>
#include <string>

namespace motley {

c10::ScalarType scalarTypeOf(PrecisionSpec::Kind kind); // that it computes in

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

// Why this precision is slow on that device, and what is faster; nullopt: it is not.
std::optional<std::string> slowPrecision(const PrecisionSpec &precision, c10::Device device);

// How a GPU's libraries compute, in the whole process: in TF32 if the job allows it, and convolutions by rules.
void chooseKernels(const PrecisionSpec &precision);

// Whether cuDNN measures all its algorithms when it first sees a convolution's shape, and keeps the fastest. That takes
// seconds and memory, so it is for shapes that stay: not while shares move or memory is measured.
void tuneConvolutions(bool tunes);

} // namespace motley
