#include "engine/models/layers/blockattention.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

at::Tensor repeated(const at::Tensor &x, std::int64_t times)
{
    const std::vector<std::int64_t> sizes{x.size(0), x.size(1), times, x.size(2), x.size(3)};
    return x.unsqueeze(2).expand(sizes).flatten(1, 2);
}

struct Block {
    std::int64_t query = 0; // the first
    std::int64_t queries = 0;
    std::int64_t key = 0; // the first; the last one is the last query's
    std::int64_t keys = 0;

    at::Tensor ofQueries(const at::Tensor &x) const { return x.narrow(2, query, queries); }
    at::Tensor ofKeys(const at::Tensor &x) const { return x.narrow(2, key, keys); }
};

std::vector<Block> blocksOf(const BlockSight &sight)
{
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < sight.firstKeys.size(); ++i) {
        const std::int64_t first = std::int64_t(i) * sight.block;
        const std::int64_t queries = std::min(sight.block, sight.tokens - first);
        const std::int64_t key = sight.firstKeys[i];
        blocks.push_back({first, queries, key, first + queries - key});
    }
    return blocks;
}

// [samples or 1, 1, queries, keys], in the type of `like`: what is added to the scores.
at::Tensor biasOf(const BlockSight &sight, const Block &block, const at::Tensor &like)
{
    const auto whole = like.options().dtype(at::kLong);
    const at::Tensor key = at::arange(block.key, block.key + block.keys, whole);
    const at::Tensor query = at::arange(block.query, block.query + block.queries, whole).unsqueeze(1);
    at::Tensor hidden = key.gt(query);
    if (sight.window > 0)
        hidden.logical_or_(key.le(query - sight.window));
    hidden = hidden.unsqueeze(0);
    if (sight.texts.defined())
        hidden = sight.texts.narrow(1, block.query, block.queries)
                     .unsqueeze(2)
                     .ne(sight.texts.narrow(1, block.key, block.keys).unsqueeze(1))
                     .logical_or_(hidden);
    hidden = hidden.unsqueeze(1);
    return at::zeros(hidden.sizes(), like.options()).masked_fill_(hidden, -std::numeric_limits<double>::infinity());
}

// A tensor of these sizes whose tokens lie side by side, as layers before and behind the attention have them.
at::Tensor byTokens(const at::Tensor &sizes, at::ScalarType type, bool isZero)
{
    const std::vector<std::int64_t> shape{sizes.size(0), sizes.size(2), sizes.size(1), sizes.size(3)};
    const auto options = sizes.options().dtype(type);
    return (isZero ? at::zeros(shape, options) : at::empty(shape, options)).transpose(1, 2);
}

struct SightHolder : torch::CustomClassHolder {
    SightHolder(std::shared_ptr<const BlockSight> held, std::optional<double> scaled)
        : sight(std::move(held)), scale(scaled)
    {
    }

    std::shared_ptr<const BlockSight> sight;
    std::optional<double> scale;
};

// The sums over blocks of the gradients of keys and values, in 32 bits.
class KeyGradients {
public:
    explicit KeyGradients(const at::Tensor &like)
        : m_type(like.scalar_type()), m_sum(byTokens(like, at::kFloat, /*isZero=*/true))
    {
    }
    void add(const Block &block, const at::Tensor &part) { block.ofKeys(m_sum).add_(part); }
    at::Tensor sum() const { return m_sum.to(m_type); }

private:
    at::ScalarType m_type;
    at::Tensor m_sum;
};

// A processor's kernel gives the logarithms of the sums of its softmax, of which its backward pass needs no forward
// pass again. On a GPU another kernel is chosen by what it is, and each block is computed anew.
struct AttentionInBlocks : torch::autograd::Function<AttentionInBlocks> {
    static at::Tensor forward(AutogradContext *context, const at::Tensor &query, const at::Tensor &key,
        const at::Tensor &value, const c10::intrusive_ptr<SightHolder> &holder)
    {
        const c10::impl::ExcludeDispatchKeyGuard asTheyAre(c10::autocast_dispatch_keyset);
        const BlockSight &sight = *holder->sight;
        const at::Tensor all = byTokens(query, query.scalar_type(), /*isZero=*/false);
        variable_list kept{query, key, value, all};
        for (const Block &block : blocksOf(sight)) {
            const at::Tensor from = block.ofQueries(query), to = block.ofKeys(key), of = block.ofKeys(value);
            const at::Tensor bias = biasOf(sight, block, query);
            if (!query.is_cpu()) {
                block.ofQueries(all).copy_(maskedAttention(from, to, of, bias, holder->scale));
                continue;
            }
            const auto [mixed, sums] = at::_scaled_dot_product_flash_attention_for_cpu(
                from, to, of, /*dropout_p=*/0, /*is_causal=*/false, bias, holder->scale);
            block.ofQueries(all).copy_(mixed);
            kept.push_back(sums);
        }
        context->save_for_backward(std::move(kept));
        context->saved_data["sight"] = c10::IValue::make_capsule(holder);
        return all;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const c10::impl::ExcludeDispatchKeyGuard asTheyAre(c10::autocast_dispatch_keyset);
        const auto capsule = context->saved_data["sight"].toCapsule();
        const auto &holder = static_cast<const SightHolder &>(*capsule);
        const variable_list kept = context->get_saved_variables();
        const at::Tensor &query = kept[0], &key = kept[1], &value = kept[2];
        const at::Tensor gradient = gradients[0].stride(-1) == 1 ? gradients[0] : gradients[0].contiguous();
        const at::Tensor toQuery = byTokens(query, query.scalar_type(), /*isZero=*/false);
        KeyGradients toKey(key), toValue(value);
        const std::vector<Block> blocks = blocksOf(*holder.sight);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const Block &block = blocks[i];
            const auto [ofQuery, ofKey, ofValue] = query.is_cpu() ? ofBlock(block, holder, gradient, kept, kept[4 + i])
                                                                  : computedAnew(block, holder, gradient, kept);
            block.ofQueries(toQuery).copy_(ofQuery);
            toKey.add(block, ofKey);
            toValue.add(block, ofValue);
        }
        return {toQuery, toKey.sum(), toValue.sum(), at::Tensor()};
    }

private:
    using Gradients = std::tuple<at::Tensor, at::Tensor, at::Tensor>;

    static Gradients ofBlock(const Block &block, const SightHolder &holder, const at::Tensor &gradient,
        const variable_list &kept, const at::Tensor &sums)
    {
        return at::_scaled_dot_product_flash_attention_for_cpu_backward(block.ofQueries(gradient),
            block.ofQueries(kept[0]), block.ofKeys(kept[1]), block.ofKeys(kept[2]), block.ofQueries(kept[3]), sums,
            /*dropout_p=*/0, /*is_causal=*/false, biasOf(*holder.sight, block, kept[0]), holder.scale);
    }

    static Gradients computedAnew(
        const Block &block, const SightHolder &holder, const at::Tensor &gradient, const variable_list &kept)
    {
        const torch::AutoGradMode recorded(true);
        const auto leaf = [](const at::Tensor &part) { return part.detach().requires_grad_(); };
        const variable_list inputs{
            leaf(block.ofQueries(kept[0])), leaf(block.ofKeys(kept[1])), leaf(block.ofKeys(kept[2]))};
        const at::Tensor again
            = maskedAttention(inputs[0], inputs[1], inputs[2], biasOf(*holder.sight, block, kept[0]), holder.scale);
        const variable_list found = torch::autograd::grad({again}, inputs, {block.ofQueries(gradient)});
        return {found[0], found[1], found[2]};
    }
};

} // namespace

// The kernel of CUDA that takes a mask without keeping the scores wants a key for each head. Where heads share keys,
// torch would compose the attention of products instead, with several tensors of all scores; the repeated keys are
// small beside these. A processor's kernel takes both.
at::Tensor maskedAttention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &mask, std::optional<double> scale)
{
    const std::int64_t times = query.size(1) / key.size(1);
    const bool repeats = times > 1 && !query.is_cpu();
    return at::scaled_dot_product_attention(query, repeats ? repeated(key, times) : key,
        repeats ? repeated(value, times) : value, mask, /*dropout_p=*/0.0, /*is_causal=*/false, scale,
        /*enable_gqa=*/times > 1 && !repeats);
}

std::int64_t queriesAtOnce(at::Device device)
{
    return device.is_cpu() ? 64 : 512;
}

BlockSight blockSightOf(
    const at::Tensor &texts, const at::Tensor &positions, std::int64_t window, std::int64_t queriesAtOnce)
{
    BlockSight sight{texts, window, positions.size(1), queriesAtOnce, {}};
    const bool knowsTexts = texts.defined() && texts.is_cpu() && texts.size(0) > 0;
    // The earliest text that a row is in at a token began at the row's first token less the token's position.
    const at::Tensor within = knowsTexts ? std::get<0>(positions.max(0)).contiguous() : at::Tensor();
    for (std::int64_t first = 0; first < sight.tokens; first += sight.block) {
        const std::int64_t inWindow = window > 0 ? std::max<std::int64_t>(0, first - window + 1) : 0;
        const std::int64_t inText = knowsTexts ? first - within.const_data_ptr<std::int64_t>()[first] : 0;
        sight.firstKeys.push_back(std::max(inWindow, inText));
    }
    return sight;
}

at::Tensor attentionInBlocks(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const std::shared_ptr<const BlockSight> &sight, std::optional<double> scale)
{
    const auto device = query.device().type();
    const at::ScalarType type
        = at::autocast::is_autocast_enabled(device) ? at::autocast::get_autocast_dtype(device) : query.scalar_type();
    return AttentionInBlocks::apply(
        query.to(type), key.to(type), value.to(type), c10::make_intrusive<SightHolder>(sight, scale));
}

} // namespace motley
