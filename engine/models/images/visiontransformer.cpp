#include "engine/models/images/visiontransformer.h"

namespace motley {

namespace {

constexpr double epsilon = 1e-6;

torch::nn::LayerNorm norm(std::int64_t width)
{
    return torch::nn::LayerNorm(torch::nn::LayerNormOptions({width}).eps(epsilon));
}

} // namespace

VisionTransformerBlock::VisionTransformerBlock(const VisionTransformerShape &shape) : m_heads(shape.heads)
{
    m_norm1 = register_module("ln_1", norm(shape.width));
    const auto attention = register_module("self_attention", std::make_shared<torch::nn::Module>());
    m_inWeight = attention->register_parameter("in_proj_weight", torch::zeros({3 * shape.width, shape.width}));
    m_inBias = attention->register_parameter("in_proj_bias", torch::zeros(3 * shape.width));
    m_out = attention->register_module("out_proj", Linear(shape.width, shape.width));
    m_norm2 = register_module("ln_2", norm(shape.width));
    const auto full = register_module("mlp", std::make_shared<torch::nn::Module>());
    m_widen = full->register_module("0", Linear(shape.width, shape.hidden));
    m_narrow = full->register_module("3", Linear(shape.hidden, shape.width));
}

at::Tensor VisionTransformerBlock::forward(const at::Tensor &tokens)
{
    const at::Tensor seen = tokens + attend(m_norm1(tokens));
    return seen + m_narrow(at::gelu(m_widen(m_norm2(seen))));
}

at::Tensor VisionTransformerBlock::attend(const at::Tensor &tokens)
{
    const std::int64_t count = tokens.size(0);
    const std::int64_t length = tokens.size(1);
    const std::int64_t width = tokens.size(2);
    const at::Tensor all = at::linear(tokens, m_inWeight, m_inBias)
                               .view({count, length, 3, m_heads, width / m_heads})
                               .permute({2, 0, 3, 1, 4}); // [3, samples, heads, tokens, width of a head]
    const at::Tensor mixed = at::scaled_dot_product_attention(all[0], all[1], all[2]);
    return m_out(mixed.transpose(1, 2).reshape({count, length, width}));
}

VisionTransformer::VisionTransformer(const VisionTransformerShape &shape)
{
    const std::int64_t tokens = (shape.image / shape.patch) * (shape.image / shape.patch) + 1;
    m_classToken = register_parameter("class_token", torch::zeros({1, 1, shape.width}));
    m_patches = register_module("conv_proj",
        torch::nn::Conv2d(torch::nn::Conv2dOptions(shape.channels, shape.width, shape.patch).stride(shape.patch)));
    const auto encoder = register_module("encoder", std::make_shared<torch::nn::Module>());
    m_positions = encoder->register_parameter("pos_embedding", torch::zeros({1, tokens, shape.width}));
    const auto layers = encoder->register_module("layers", std::make_shared<torch::nn::Module>());
    for (std::int64_t i = 0; i < shape.layers; ++i)
        m_blocks.push_back(layers->register_module(
            "encoder_layer_" + std::to_string(i), std::make_shared<VisionTransformerBlock>(shape)));
    m_norm = encoder->register_module("ln", norm(shape.width));
    const auto heads = register_module("heads", std::make_shared<torch::nn::Module>());
    m_head = heads->register_module("head", Linear(shape.width, shape.classes));
}

at::Tensor VisionTransformer::forward(at::Tensor images)
{
    const at::Tensor patches = m_patches(images).flatten(2).transpose(1, 2); // [samples, patches, width]
    const at::Tensor classes = m_classToken.expand({images.size(0), 1, m_classToken.size(2)});
    at::Tensor x = at::cat({classes, patches}, 1) + m_positions;
    for (const auto &block : m_blocks)
        x = runLayer(*block, x, [=](const at::Tensor &input) { return block->forward(input); });
    return m_head(m_norm(x).select(1, 0));
}

} // namespace motley
