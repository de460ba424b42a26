#include "engine/models/images/resnet.h"

#include "engine/models/images/pixellayout.h"

#include <limits>

namespace motley {

namespace {

constexpr std::int64_t bottleneckFactor = 4; // output channels of a bottleneck over its inner channels

torch::nn::Conv2d convolution(std::int64_t from, std::int64_t to, std::int64_t size, std::int64_t stride)
{
    return torch::nn::Conv2d(torch::nn::Conv2dOptions(from, to, size).stride(stride).padding(size / 2).bias(false));
}

std::int64_t outputsOf(ResNetShape::Block kind, std::int64_t inner)
{
    return kind == ResNetShape::Block::Bottleneck ? bottleneckFactor * inner : inner;
}

// A 1x1 convolution with a stride reads only every other pixel, so it equals one without a stride on those pixels. That
// avoids the fault of LibTorch 2.11 in gradients that pixellayout.h describes.
at::Tensor pointwise(const at::Tensor &x, torch::nn::Conv2d &convolution, std::int64_t stride)
{
    if (stride == 1 || !x.is_cpu())
        return convolution(x);
    constexpr auto end = std::numeric_limits<std::int64_t>::max();
    const at::Tensor seen = x.slice(2, 0, end, stride).slice(3, 0, end, stride);
    return at::conv2d(seen.contiguous(x.suggest_memory_format()), convolution->weight);
}

} // namespace

ResNetShape resNet18()
{
    return {};
}

ResNetShape resNet50()
{
    ResNetShape shape;
    shape.block = ResNetShape::Block::Bottleneck;
    shape.blocks = {3, 4, 6, 3};
    return shape;
}

ResidualBlock::ResidualBlock(ResNetShape::Block kind, std::int64_t from, std::int64_t inner, std::int64_t stride)
    : m_stride(stride)
{
    const std::int64_t to = outputsOf(kind, inner);
    if (kind == ResNetShape::Block::Basic) {
        m_layers = {layer("1", convolution(from, inner, 3, stride)), layer("2", convolution(inner, to, 3, 1))};
    } else {
        m_layers = {layer("1", convolution(from, inner, 1, 1)), layer("2", convolution(inner, inner, 3, stride)),
            layer("3", convolution(inner, to, 1, 1))};
    }
    if (from == to && stride == 1)
        return;
    m_shortcut = convolution(from, to, 1, stride);
    m_shortcutNorm = std::make_shared<SyncBatchNorm>(to);
    const auto shortcut = register_module("downsample", std::make_shared<torch::nn::Module>());
    shortcut->register_module("0", m_shortcut);
    shortcut->register_module("1", m_shortcutNorm);
}

ResidualBlock::Layer ResidualBlock::layer(const std::string &number, torch::nn::Conv2d convolution)
{
    register_module("conv" + number, convolution);
    const std::int64_t channels = convolution->options.out_channels();
    return {convolution, register_module("bn" + number, std::make_shared<SyncBatchNorm>(channels))};
}

at::Tensor ResidualBlock::forward(const at::Tensor &input)
{
    at::Tensor x = input;
    for (Layer &layer : m_layers) {
        x = layer.norm->forward(layer.convolution(x));
        if (&layer != &m_layers.back())
            x = x.relu_();
    }
    const at::Tensor shortcut
        = m_shortcut.is_empty() ? input : m_shortcutNorm->forward(pointwise(input, m_shortcut, m_stride));
    return (x + shortcut).relu_();
}

ResNet::ResNet(const ResNetShape &shape) : m_smallImages(shape.smallImages)
{
    m_stem = register_module("conv1",
        m_smallImages ? convolution(shape.channels, shape.width, 3, 1)
                      : convolution(shape.channels, shape.width, 7, 2));
    m_stemNorm = register_module("bn1", std::make_shared<SyncBatchNorm>(shape.width));
    std::int64_t from = shape.width;
    for (std::size_t stage = 0; stage < shape.blocks.size(); ++stage) {
        const std::int64_t inner = shape.width << stage;
        const auto group = register_module("layer" + std::to_string(stage + 1), std::make_shared<torch::nn::Module>());
        for (int i = 0; i < shape.blocks[stage]; ++i) {
            const std::int64_t stride = stage > 0 && i == 0 ? 2 : 1;
            m_blocks.push_back(group->register_module(
                std::to_string(i), std::make_shared<ResidualBlock>(shape.block, from, inner, stride)));
            from = outputsOf(shape.block, inner);
        }
    }
    m_output = register_module("fc", Linear(from, shape.classes));
}

at::Tensor ResNet::forward(at::Tensor images)
{
    at::Tensor x = m_stemNorm->forward(laidOut(m_stem(images))).relu_();
    if (!m_smallImages)
        x = at::max_pool2d(x, 3, 2, 1);
    for (const auto &block : m_blocks)
        x = block->forward(x);
    return m_output(x.mean({2, 3}));
}

} // namespace motley
