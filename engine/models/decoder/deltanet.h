// A layer that mixes tokens by the gated delta rule instead of attention, as in Qwen 3.5.
#pragma once

#include "engine/models/decoder/decoderparts.h"
#include "engine/models/decoder/decoderpass.h"
#include "engine/models/layers/layercache.h"

namespace motley {

class DeltaNet : public torch::nn::Module {
public:
    explicit DeltaNet(const DecoderConfig &config);

    // x: [samples, tokens, hidden] -> the same. With a cache, x are the tokens that follow those in it.
    at::Tensor forward(const at::Tensor &x, const DecoderPass &pass, LayerCache *cache);

private:
    // x: [samples, channels, tokens]. Each token sees itself and the few before it in its text.
    at::Tensor convolve(const at::Tensor &x, const at::Tensor &segments, LayerCache *cache);
    at::Tensor gated(const at::Tensor &x, const at::Tensor &gate); // [samples, tokens, heads, size]

    DeltaNetConfig m_config;
    double m_epsilon;
    std::shared_ptr<Projection> m_mixed; // query, key and value
    std::shared_ptr<Projection> m_gate;
    std::shared_ptr<Projection> m_rate;
    std::shared_ptr<Projection> m_decay;
    std::shared_ptr<Projection> m_output;
    at::Tensor m_kernel; // [channels, 1, tokens]
    at::Tensor m_decayLogarithm; // of each head
    at::Tensor m_decayBias;
    at::Tensor m_normWeight;
};

} // namespace motley
