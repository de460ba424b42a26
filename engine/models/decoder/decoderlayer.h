// A layer of a decoder: attention or a recurrent mixer, then a gated feed-forward part (Shazeer 2020).
#pragma once

#include "engine/models/decoder/decoderattention.h"
#include "engine/models/decoder/deltanet.h"

namespace motley {

class GatedPerceptron : public torch::nn::Module {
public:
    GatedPerceptron(const DecoderConfig &config, std::int64_t inner);

    at::Tensor forward(const at::Tensor &x, const Dropout &dropout);

private:
    DecoderConfig::Activation m_activation;
    std::shared_ptr<Projection> m_fused; // gate and up in one; else:
    std::shared_ptr<Projection> m_gate;
    std::shared_ptr<Projection> m_up;
    std::shared_ptr<Projection> m_down;
};

class DecoderLayer : public torch::nn::Module {
public:
    DecoderLayer(const DecoderConfig &config, std::size_t index);

    // x: [samples, tokens, hidden] -> the same. perLayer: [samples, tokens, DecoderConfig::perLayerSize] or undefined.
    at::Tensor forward(const at::Tensor &x, const at::Tensor &perLayer, DecoderPass &pass, LayerCache *cache);

private:
    at::Tensor mix(const at::Tensor &x, DecoderPass &pass, LayerCache *cache);
    at::Tensor withPerLayer(const at::Tensor &x, const at::Tensor &perLayer, const Dropout &dropout);

    DecoderConfig::Activation m_activation;
    double m_residualMultiplier;
    std::shared_ptr<DecoderAttention> m_attention; // or
    std::shared_ptr<DeltaNet> m_recurrent;
    std::shared_ptr<GatedPerceptron> m_perceptron;
    std::shared_ptr<RmsNorm> m_beforeMixing; // nullptr: none, as below
    std::shared_ptr<RmsNorm> m_afterMixing;
    std::shared_ptr<RmsNorm> m_beforePerceptron;
    std::shared_ptr<RmsNorm> m_afterPerceptron;
    std::shared_ptr<Projection> m_perLayerGate;
    std::shared_ptr<Projection> m_perLayerOutput;
    std::shared_ptr<RmsNorm> m_perLayerNorm;
    at::Tensor m_scale; // undefined: none
};

} // namespace motley
