#include "engine/models/resnet.h"

namespace motley {

namespace {

torch::nn::Conv2d convolution(std::int64_t from, std::int64_t to, std::int64_t size, std::int64_t stride)
{
    return torch::nn::Conv2d(torch::nn::Conv2dOptions(from, to, size).stride(stride).padding(size / 2).bias(false));
}

} // namespace

ResidualBlock::ResidualBlock(std::int64_t from, std::int64_t to, std::int64_t stride)
{
    m_conv1 = register_module("conv1", convolution(from, to, 3, stride));
    m_norm1 = register_module("norm1", std::make_shared<SyncBatchNorm>(to));
    m_conv2 = register_module("conv2", convolution(to, to, 3, 1));
    m_norm2 = register_module("norm2", std::make_shared<SyncBatchNorm>(to));
    if (from == to && stride == 1)
        return;
    m_shortcut = register_module("shortcut", convolution(from, to, 1, stride));
    m_shortcutNorm = register_module("shortcut_norm", std::make_shared<SyncBatchNorm>(to));
}

at::Tensor ResidualBlock::forward(const at::Tensor &input)
{
    const at::Tensor inner = m_norm1->forward(m_conv1(input)).relu_();
    const at::Tensor outer = m_norm2->forward(m_conv2(inner));
    const at::Tensor shortcut = m_shortcut.is_empty() ? input : m_shortcutNorm->forward(m_shortcut(input));
    return (outer + shortcut).relu_();
}

ResNet18::ResNet18(const ModelConfig &config)
{
    const std::int64_t width = config.model.width;
    m_stem = register_module("stem", convolution(config.channels, width, 3, 1));
    m_stemNorm = register_module("stem_norm", std::make_shared<SyncBatchNorm>(width));
    std::int64_t from = width;
    for (int stage = 0; stage < 4; ++stage) {
        const std::int64_t to = width << stage;
        for (int i = 0; i < 2; ++i) {
            const std::int64_t stride = stage > 0 && i == 0 ? 2 : 1;
            const std::string name = "stage" + std::to_string(stage + 1) + "_block" + std::to_string(i + 1);
            m_blocks.push_back(register_module(name, std::make_shared<ResidualBlock>(from, to, stride)));
            from = to;
        }
    }
    m_output = register_module("output", torch::nn::Linear(from, config.classes));
}

at::Tensor ResNet18::forward(at::Tensor images)
{
    at::Tensor x = m_stemNorm->forward(m_stem(images)).relu_();
    for (const auto &block : m_blocks)
        x = block->forward(x);
    return m_output(x.mean({2, 3}));
}

} // namespace motley
