#include "engine/models/volumes/floodfillingnetwork.h"

#include "engine/models/layers/initialise.h"

namespace motley {

namespace {

torch::nn::Conv3d convolution(std::int64_t from, std::int64_t to, std::int64_t size)
{
    return torch::nn::Conv3d(torch::nn::Conv3dOptions(from, to, size).padding(size / 2));
}

} // namespace

FloodFillingNetwork::FloodFillingNetwork(FloodFillingStack stack, std::uint64_t seed)
{
    std::int64_t from = 2; // input channels: image and logits
    for (int i = 0; i < stack.depth; ++i) {
        for (const char *half : {"_a", "_b"}) {
            const std::string name = "conv" + std::to_string(i) + half;
            m_convolutions.push_back(register_module(name, convolution(from, stack.features, 3)));
            from = stack.features;
        }
    }
    m_head = register_module("conv_lom", convolution(from, 1, 1));
    initialiseEvenly(*this, seed);
    // The head starts with small weights, so that an untrained deep network does not move everywhere in its first step.
    const torch::NoGradGuard noGradients;
    m_head->weight.mul_(0.1);
}

at::Tensor FloodFillingNetwork::forward(const at::Tensor &images, const at::Tensor &logits)
{
    // In channels-last format, convolutions take a third to a half less time on a CPU.
    at::Tensor x = at::cat({images, logits}, 1).contiguous(at::MemoryFormat::ChannelsLast3d);
    x = m_convolutions[0](x).relu_();
    x = m_convolutions[1](x);
    for (std::size_t i = 2; i < m_convolutions.size(); i += 2)
        x = x + m_convolutions[i + 1](m_convolutions[i](x.relu()).relu_());
    return logits + m_head(x.relu_());
}

} // namespace motley
