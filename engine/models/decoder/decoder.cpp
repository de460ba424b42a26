#include "engine/models/decoder/decoder.h"

#include "engine/models/layers/modulegroup.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

std::string lastPart(const std::string &name)
{
    return name.substr(name.rfind('.') + 1); // of npos: the whole name
}

std::string frontOf(const std::string &name)
{
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? "" : name.substr(0, dot);
}

// The heads of all layers that encode positions in this way have one size.
std::int64_t headSizeOf(const DecoderConfig &config, std::size_t rotary)
{
    const auto user = std::find_if(config.layers.begin(), config.layers.end(),
        [&](const DecoderLayerConfig &layer) { return layer.rotary == rotary && !layer.recurrent; });
    return user == config.layers.end() ? config.layers.front().headSize : user->headSize;
}

// Several tensors of the same samples and tokens as one, and again as they were.
class Packing {
public:
    Packing() = default;
    explicit Packing(const std::vector<at::Tensor> &tensors)
    {
        for (const at::Tensor &tensor : tensors) {
            m_sizes.push_back(tensor.size(-1));
            m_types.push_back(tensor.scalar_type());
        }
    }

    at::Tensor pack(const std::vector<at::Tensor> &tensors) const
    {
        return tensors.size() == 1 ? tensors[0] : at::cat(tensors, -1); // of the widest type
    }

    std::vector<at::Tensor> unpack(const at::Tensor &packed) const
    {
        if (m_sizes.size() == 1)
            return {packed};
        std::vector<at::Tensor> tensors = packed.split_with_sizes(m_sizes, -1);
        for (std::size_t i = 0; i < tensors.size(); ++i)
            tensors[i] = tensors[i].to(m_types[i]);
        return tensors;
    }

private:
    std::vector<std::int64_t> m_sizes;
    std::vector<at::ScalarType> m_types;
};

} // namespace

Decoder::Decoder(const DecoderConfig &config, const DecoderPlaces &places) : m_config(config)
{
    torch::nn::Module &body = groupCalled(*this, places.body);
    for (std::size_t i = 0; i < config.rotary.size(); ++i)
        m_rotary.emplace_back(config.rotary[i], headSizeOf(config, i));
    m_words = body.register_module("embed_tokens",
        std::make_shared<Vectors>(
            config.vocabulary, config.hiddenSize, config.tied ? Vectors::Use::Whole : Vectors::Use::Rows));
    const auto layerCount = std::int64_t(config.layers.size());
    if (config.perLayerSize > 0) {
        const std::int64_t size = layerCount * config.perLayerSize;
        m_perLayerWords = body.register_module(
            "embed_tokens_per_layer", std::make_shared<Vectors>(config.perLayerVocabulary, size, Vectors::Use::Rows));
        m_perLayerProjection = body.register_module(
            "per_layer_model_projection", std::make_shared<Projection>(config.hiddenSize, size, /*bias=*/false));
        m_perLayerNorm = body.register_module("per_layer_projection_norm", normOf(config, config.perLayerSize));
    }
    const auto layers = body.register_module("layers", std::make_shared<ModuleGroup>());
    for (std::size_t i = 0; i < config.layers.size(); ++i)
        m_layers.push_back(layers->register_module(std::to_string(i), std::make_shared<DecoderLayer>(config, i)));
    m_norm = body.register_module("norm", normOf(config, config.hiddenSize));
    if (!config.tied)
        m_head = groupCalled(*this, frontOf(places.head))
                     .register_module(lastPart(places.head),
                         std::make_shared<Projection>(config.hiddenSize, config.vocabulary, /*bias=*/false));
}

std::shared_ptr<DecoderPass> Decoder::makePass(
    const at::Tensor &ids, const at::Tensor &segments, const at::Tensor &dropoutKeys, std::int64_t before)
{
    auto pass = std::make_shared<DecoderPass>();
    pass->dropout.keys = dropoutKeys;
    const std::int64_t tokens = ids.size(1);
    const bool dependsOnLength
        = std::any_of(m_rotary.begin(), m_rotary.end(), [](const Rotary &rotary) { return rotary.dependsOnLength(); });
    at::Tensor lengths;
    if (segments.defined()) {
        const Texts texts = textsOf(segments);
        pass->segments = texts.numbers;
        pass->positions = texts.positions;
        lengths = dependsOnLength ? lengthsOf(texts) : at::Tensor();
    } else {
        pass->positions = at::arange(before, before + tokens, ids.options()).unsqueeze(0);
        lengths = dependsOnLength ? at::full_like(pass->positions, before + tokens) : at::Tensor();
    }
    for (Rotary &rotary : m_rotary)
        pass->angles.push_back(rotary.angles(pass->positions, lengths, m_words->weight().scalar_type()));
    for (const DecoderLayerConfig &layer : m_config.layers)
        if (!layer.recurrent && pass->sights.count(layer.window) == 0)
            pass->sights.emplace(layer.window, sightOf(pass->positions, pass->segments, before, layer.window));
    pass->keyValues.resize(m_layers.size());
    return pass;
}

at::Tensor Decoder::perLayerInputs(const at::Tensor &ids, const at::Tensor &x, const Dropout &dropout)
{
    const std::vector<std::int64_t> shape{std::int64_t(m_layers.size()), m_config.perLayerSize};
    const at::Tensor ofWords
        = m_perLayerWords->forward(ids, std::sqrt(double(m_config.perLayerSize))).unflatten(-1, shape);
    const at::Tensor scaled = m_perLayerProjection->forward(x, dropout) * (1 / std::sqrt(double(m_config.hiddenSize)));
    return (m_perLayerNorm->forward(scaled.unflatten(-1, shape)) + ofWords) * std::sqrt(0.5);
}

// A layer that is computed again gives gradients to one input and gets them of one output. So what it reads besides the
// layer below comes in with that, and keys and values that later layers read leave with its output.
at::Tensor Decoder::runAgainLater(std::size_t index, const at::Tensor &x, const at::Tensor &perLayer, DecoderPass &pass)
{
    const auto layer = m_layers[index];
    const std::optional<std::size_t> keysOf = m_config.layers[index].keysOf;
    const bool isShared = std::any_of(m_config.layers.begin(), m_config.layers.end(),
        [&](const DecoderLayerConfig &other) { return other.keysOf == index; });
    std::vector<at::Tensor> inputs{x};
    if (perLayer.defined())
        inputs.push_back(perLayer);
    if (keysOf)
        inputs.insert(inputs.end(), {pass.keyValues[*keysOf].key, pass.keyValues[*keysOf].value});
    const Packing packing(inputs);
    const auto outer = std::make_shared<DecoderPass>(pass);
    outer->keyValues.assign(m_layers.size(), {}); // else the graph would hold on to itself
    const bool hasPerLayer = perLayer.defined();
    const auto outputs = std::make_shared<Packing>();
    const at::Tensor packed = runLayer(*layer, packing.pack(inputs), [=](const at::Tensor &input) {
        const std::vector<at::Tensor> parts = packing.unpack(input);
        DecoderPass own = *outer;
        if (keysOf)
            own.keyValues[*keysOf] = {parts[parts.size() - 2], parts.back()};
        std::vector<at::Tensor> made{layer->forward(parts[0], hasPerLayer ? parts[1] : at::Tensor(), own, nullptr)};
        if (isShared)
            made.insert(made.end(), {own.keyValues[index].key, own.keyValues[index].value});
        *outputs = Packing(made);
        return outputs->pack(made);
    });
    const std::vector<at::Tensor> made = outputs->unpack(packed);
    if (isShared)
        pass.keyValues[index] = {made[1], made[2]};
    return made[0];
}

at::Tensor Decoder::run(const at::Tensor &ids, const std::shared_ptr<DecoderPass> &pass, LayerCaches *caches)
{
    at::Tensor x = m_words->forward(ids, m_config.embeddingMultiplier);
    const at::Tensor perLayer = m_perLayerWords ? perLayerInputs(ids, x, pass->dropout) : at::Tensor();
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const auto layer = m_layers[i];
        const at::Tensor own = perLayer.defined() ? perLayer.select(2, std::int64_t(i)) : at::Tensor();
        x = caches || !recomputes() ? layer->forward(x, own, *pass, caches ? &(*caches)[i] : nullptr)
                                    : runAgainLater(i, x, own, *pass);
    }
    return m_norm->forward(x);
}

at::Tensor Decoder::forward(const at::Tensor &ids, const at::Tensor &dropoutKeys)
{
    return run(ids, makePass(ids, {}, dropoutKeys, 0), nullptr);
}

at::Tensor Decoder::forwardTexts(const at::Tensor &ids, const at::Tensor &segments, const at::Tensor &dropoutKeys)
{
    return run(ids, makePass(ids, segments, dropoutKeys, 0), nullptr);
}

at::Tensor Decoder::extend(const at::Tensor &ids, LayerCaches &caches)
{
    TORCH_CHECK(caches.size() == m_layers.size(), "a decoder needs one cache for each layer");
    return run(ids, makePass(ids, {}, {}, caches[0].tokens()), &caches);
}

LayerCaches Decoder::caches() const
{
    LayerCaches caches;
    for (const DecoderLayerConfig &layer : m_config.layers)
        caches.push_back({KeyValueCache(layer.window), {}});
    return caches;
}

// As in transformers, a text that grows beyond the original positions is computed anew: the keys in the caches have the
// angles of short texts.
bool Decoder::keepsCaches(std::int64_t before, std::int64_t after) const
{
    return std::all_of(m_rotary.begin(), m_rotary.end(),
        [&](const Rotary &rotary) { return rotary.isLong(before) == rotary.isLong(after); });
}

OutputHead Decoder::head(const at::Tensor &hidden, const at::Tensor &dropoutKeys)
{
    OutputHead head{
        {{hidden, m_head ? m_head->weight() : m_words->weight()}}, m_config.logitsDivisor, m_config.logitsCap};
    if (const auto adapter = m_head ? m_head->adapter() : nullptr)
        head.products.push_back({adapter->inner(hidden, {dropoutKeys}, m_head->is_training()), adapter->outer()});
    return head;
}

std::string Decoder::name() const
{
    return m_config.family + ", " + std::to_string(m_layers.size()) + " layers of "
        + std::to_string(m_config.hiddenSize);
}

} // namespace motley
