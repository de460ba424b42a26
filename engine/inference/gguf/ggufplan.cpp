#include "engine/inference/gguf/ggufplan.h"

#include "engine/models/decoder/decoderfiles.h"
#include "engine/tensorfiles/huggingfacefolder.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace motley {

namespace {

bool isIn(const std::string &name, const char *part)
{
    return name.find(part) != std::string::npos;
}

// The first halves of all pairs, then the second ones, become pairs that stand together.
at::Tensor withPairsTogether(const at::Tensor &t, std::int64_t heads)
{
    const std::int64_t half = t.size(0) / heads / 2;
    return t.unflatten(0, {heads, 2, half}).transpose(1, 2).reshape(t.sizes());
}

// Heads of values that belong to one head of keys stand one after the other; there, a head of each comes first.
at::Tensor withHeadsTiled(const at::Tensor &t, std::int64_t dimension, const DeltaNetConfig &delta, std::int64_t size)
{
    const std::int64_t each = delta.valueHeads / delta.keyHeads;
    return t.unflatten(dimension, {delta.keyHeads, each, size}).transpose(dimension, dimension + 1).reshape(t.sizes());
}

at::Tensor withLinearHeadsInOrder(const DeltaNetConfig &delta, const std::string &name, const at::Tensor &t)
{
    if (isIn(name, ".in_proj_z."))
        return withHeadsTiled(t, 0, delta, delta.valueSize);
    if (isIn(name, ".in_proj_a.") || isIn(name, ".in_proj_b.") || isIn(name, ".A_log") || isIn(name, ".dt_bias"))
        return withHeadsTiled(t, 0, delta, 1);
    if (!isIn(name, ".in_proj_qkv.") && !isIn(name, ".conv1d."))
        return t;
    const std::int64_t keys = 2 * delta.keyHeads * delta.keySize; // and queries
    const at::Tensor values = withHeadsTiled(t.slice(0, keys), 0, delta, delta.valueSize);
    return at::cat({t.slice(0, 0, keys), values});
}

// The numbers as llama.cpp computes with them.
at::Tensor asComputed(const DecoderConfig &decoder, const std::string &name, const at::Tensor &t)
{
    if (name.ends_with(".A_log"))
        return -at::exp(t.to(at::kFloat));
    if (isIn(name, ".conv1d."))
        return t.squeeze(1);
    const bool addsOne = decoder.normAddsOne && name.ends_with("norm.weight") && !isIn(name, "linear_attn.");
    return addsOne ? t.to(at::kFloat) + 1 : t;
}

GgufType typeFor(const std::string &name, const std::vector<std::int64_t> &shape, GgufType wanted)
{
    if (shape.size() < 2 || name.ends_with("_norm.weight") || isIn(name, "ssm_conv1d"))
        return GgufType::Float32;
    const bool fits = wanted != GgufType::Q8_0 || shape.back() % q8BlockNumbers == 0;
    return fits ? wanted : GgufType::Float16;
}

std::vector<std::int64_t> withoutMiddle(std::vector<std::int64_t> shape) // of a convolution: one channel each
{
    if (shape.size() == 3)
        shape.erase(shape.begin() + 1);
    return shape;
}

PlannedTensor planFactors(const char *name, const std::vector<float> &factors)
{
    return {{name, {std::int64_t(factors.size())}, GgufType::Float32}, [factors] { return at::tensor(factors); }};
}

std::string shapeText(const std::vector<std::int64_t> &shape)
{
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

class Planner {
public:
    Planner(const GgufModel &model, const DecoderConfig &decoder, GgufType type)
        : m_model(model), m_decoder(decoder), m_type(type)
    {
    }

    Result<std::vector<PlannedTensor>> plan(const std::vector<StoredTensor> &tensors)
    {
        std::vector<std::string> names;
        names.reserve(tensors.size());
        for (const StoredTensor &tensor : tensors)
            names.push_back(tensor.name);
        const auto places = placesAmong(names);
        if (!places)
            return tl::unexpected(places.error());
        const std::set<std::string> others = othersAmong(names, m_decoder, *places);
        // Placeholders, which claim no memory: what the model of this configuration consists of.
        for (const NamedTensor &item : stateDict(Decoder(m_decoder, *places)))
            m_expected.emplace(item.name, item.tensor.sizes().vec());
        for (const StoredTensor &tensor : tensors)
            if (others.count(tensor.name) == 0)
                if (const auto added = add(tensor, *places); !added)
                    return tl::unexpected(added.error());
        if (!m_expected.empty())
            return fail("The tensor " + m_expected.begin()->first + " is missing.");
        if (m_decoder.tied && m_model.architecture->needsHead)
            addHead();
        addFrequencies();
        return std::move(m_planned);
    }

private:
    Result<void> add(const StoredTensor &tensor, const DecoderPlaces &places)
    {
        if (m_decoder.tied && tensor.name == places.head + ".weight")
            return {}; // the copy of the word embeddings
        const auto expected = m_expected.find(tensor.name);
        const bool isInBody = places.body.empty() || tensor.name.starts_with(places.body + ".");
        const std::string name = tensor.name == places.head + ".weight" ? "lm_head.weight"
            : isInBody && !places.body.empty()                          ? tensor.name.substr(places.body.size() + 1)
                                                                        : tensor.name;
        const std::string there = ggufNameOf(m_decoder, name);
        if (expected == m_expected.end() || there.empty())
            return fail("The tensor " + tensor.name + " is not of a model as config.json describes it.");
        if (expected->second != tensor.shape)
            return fail("The tensor " + tensor.name + " is " + shapeText(tensor.shape) + ", but config.json says "
                + shapeText(expected->second) + ".");
        m_expected.erase(expected);
        const auto shape = withoutMiddle(tensor.shape);
        m_planned.push_back({{there, shape, typeFor(there, shape, m_type)},
            [&model = m_model, &decoder = m_decoder, name, read = tensor.read] {
                const at::Tensor rows = withRowsInOrder(model, decoder, name, read());
                return asComputed(decoder, name, withColumnsInOrder(decoder, name, rows));
            }});
        return {};
    }

    void addHead()
    {
        const auto words = std::find_if(m_planned.begin(), m_planned.end(),
            [](const PlannedTensor &planned) { return planned.head.name == "token_embd.weight"; });
        PlannedTensor head = *words;
        head.head.name = "output.weight";
        m_planned.push_back(std::move(head));
    }

    void addFrequencies()
    {
        const GgufFrequencies frequencies = ggufFrequenciesOf(m_decoder);
        if (!frequencies.all.empty())
            m_planned.push_back(planFactors("rope_freqs.weight", frequencies.all));
        if (frequencies.ofLong.empty())
            return;
        m_planned.push_back(planFactors("rope_factors_long.weight", frequencies.ofLong));
        m_planned.push_back(planFactors("rope_factors_short.weight", frequencies.ofShort));
    }

    const GgufModel &m_model;
    const DecoderConfig &m_decoder;
    GgufType m_type;
    std::map<std::string, std::vector<std::int64_t>> m_expected;
    std::vector<PlannedTensor> m_planned;
};

} // namespace

at::Tensor withRowsInOrder(const GgufModel &model, const DecoderConfig &decoder, const std::string &name, at::Tensor t)
{
    const bool pairs = model.architecture->pairsStandTogether;
    if (pairs && isIn(name, "self_attn.q_proj."))
        return withPairsTogether(t, decoder.heads);
    if (pairs && isIn(name, "self_attn.k_proj."))
        return withPairsTogether(t, decoder.layers.front().keyValueHeads);
    if (decoder.deltaNet && isIn(name, "linear_attn."))
        return withLinearHeadsInOrder(*decoder.deltaNet, name, t);
    return t;
}

at::Tensor withColumnsInOrder(const DecoderConfig &decoder, const std::string &name, at::Tensor t)
{
    if (!decoder.deltaNet || !isIn(name, "linear_attn.out_proj."))
        return t;
    return withHeadsTiled(t, 1, *decoder.deltaNet, decoder.deltaNet->valueSize);
}

Result<std::vector<PlannedTensor>> planGguf(
    const GgufModel &model, const DecoderConfig &decoder, const std::vector<StoredTensor> &tensors, GgufType type)
{
    return Planner(model, decoder, type).plan(tensors);
}

GgufType usualType(const std::vector<StoredTensor> &tensors)
{
    std::map<at::ScalarType, std::int64_t> numbers;
    for (const StoredTensor &tensor : tensors)
        numbers[tensor.type]
            += std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t(1), std::multiplies<>());
    const auto most = std::max_element(
        numbers.begin(), numbers.end(), [](const auto &one, const auto &other) { return one.second < other.second; });
    if (most == numbers.end() || (most->first != at::kHalf && most->first != at::kBFloat16))
        return GgufType::Float32;
    return most->first == at::kHalf ? GgufType::Float16 : GgufType::BFloat16;
}

} // namespace motley
