// Dynamic loss scaling (Micikevicius et al. 2018), with the defaults of PyTorch's GradScaler: keeps the small gradients
// of a half-precision model from vanishing. The loss is multiplied by a scale before the backward pass, the gradients
// are divided by it after. The scale halves where gradients overflow, and that step is skipped; after many good steps
// it doubles.
//
//   (loss * scaler.scale()).backward();      // then the exchange
//   at::Tensor overflow = scaler.unscale(parameters);
//   group.allReduce(overflow);                // all ranks decide alike
//   if (scaler.update(overflow)) optimizer.step(rate);
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <vector>

namespace motley {

struct LossScalerOptions {
    double scale = 65536; // at first
    double growth = 2;
    double backoff = 0.5;
    std::int64_t growthSteps = 2000; // steps in a row without overflow before the scale grows
};

class LossScaler {
public:
    explicit LossScaler(at::Device device, LossScalerOptions options = {});

    double scale() const;

    // Divides the gradients by the scale. Returns a float tensor [1] on the device: 1 where an entry of this rank's
    // gradients is not finite, else 0.
    at::Tensor unscale(const std::vector<at::Tensor> &parameters) const;

    // `overflow`: the sum of all ranks' answers to unscale(). Adapts the scale. True: the step may be taken.
    bool update(const at::Tensor &overflow);

    NamedTensors state() const; // copyInto() restores it, bit for bit

private:
    LossScalerOptions m_options;
    at::Tensor m_scale;
    at::Tensor m_goodSteps; // in a row, without overflow
};

} // namespace motley
