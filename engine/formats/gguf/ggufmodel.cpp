#include "engine/formats/gguf/ggufmodel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace motley {

namespace {

using Windows = GgufArchitecture::Windows;
using Kind = RotaryConfig::Kind;
using Norms = DecoderConfig::Norms;

// In the order of the members: family, name, pairsStandTogether, readsFrequencies, queryKeyValueBias, otherBias ...
constexpr std::array<GgufArchitecture, 12> architectures{{
    {"llama", "llama", true, true, true, true},
    {"qwen2", "qwen2", false, false, true},
    {"qwen3", "qwen3"},
    {"qwen3_5_text", "qwen35"},
    {"gemma3_text", "gemma3", false, false, false, false, Windows::Period, 6},
    {"gemma4_text", "gemma4", false, true, false, false, Windows::Listed},
    {"mistral", "llama", true, true, true, true},
    {"ministral3", "mistral3", true, true, true, true},
    {"smollm3", "smollm3", true},
    {"granite", "granite", true, true, true, true},
    {"phi3", "phi3", false, true},
    {"olmo3", "olmo2", false, false, false, false, Windows::Period, 4, true},
}};

bool near(double one, double other)
{
    return std::abs(one - other) <= 1e-6 * std::abs(other);
}

// llama.cpp's own, where no field says it.
double usualScale(const DecoderConfig &decoder)
{
    constexpr std::size_t layersOf27B = 62;
    if (decoder.family == "gemma4_text")
        return 1;
    if (decoder.family == "gemma3_text" && decoder.layers.size() == layersOf27B)
        return 1 / std::sqrt(double(decoder.hiddenSize) / double(decoder.heads));
    return 1 / std::sqrt(double(decoder.layers.front().headSize));
}

// n, where each n-th layer sees everything and the others have a window; 0: it is not so.
std::int64_t periodOf(const std::vector<DecoderLayerConfig> &layers)
{
    const auto fits = [&](std::size_t period) {
        for (std::size_t i = 0; i < layers.size(); ++i)
            if ((layers[i].window > 0) != ((i + 1) % period != 0))
                return false;
        return true;
    };
    for (std::size_t period = 1; period <= layers.size() + 1; ++period)
        if (fits(period))
            return std::int64_t(period);
    return 0;
}

// The same of layers that keep a state.
std::int64_t fullAttentionInterval(const std::vector<DecoderLayerConfig> &layers)
{
    std::vector<DecoderLayerConfig> asWindows = layers;
    for (DecoderLayerConfig &layer : asWindows)
        layer.window = layer.recurrent ? 1 : 0;
    return periodOf(asWindows);
}

std::int64_t windowOf(const DecoderConfig &decoder)
{
    for (const DecoderLayerConfig &layer : decoder.layers)
        if (layer.window > 0)
            return layer.window;
    return 0;
}

const DecoderLayerConfig &firstOf(const DecoderConfig &decoder, bool hasWindow)
{
    const auto found = std::find_if(decoder.layers.begin(), decoder.layers.end(),
        [&](const DecoderLayerConfig &layer) { return (layer.window > 0) == hasWindow; });
    return found == decoder.layers.end() ? decoder.layers.front() : *found;
}

const char *whatRotaryLacks(const DecoderConfig &decoder, const GgufArchitecture &architecture)
{
    const RotaryConfig &rotary = decoder.rotary.front();
    const bool isGemma4 = decoder.family == "gemma4_text";
    if (rotary.part != 1 && !isGemma4 && decoder.family != "phi3" && decoder.family != "qwen3_5_text")
        return "a rotation of a part of each head (partial_rotary_factor)";
    if ((rotary.kind == Kind::Llama3 || rotary.kind == Kind::LongRope) && (!architecture.readsFrequencies || isGemma4))
        return "positions stretched by llama3 or longrope";
    if (isGemma4 != (rotary.kind == Kind::Proportional))
        return isGemma4 ? "another rotation than \"proportional\"" : "a rotation that is \"proportional\"";
    if (rotary.kind == Kind::Yarn && !rotary.truncate)
        return "yarn with \"truncate\": false";
    if (decoder.queryGrowth != 0 && rotary.kind != Kind::Yarn)
        return "queries that grow with the position where positions are not stretched by yarn";
    if (decoder.rotary.size() > 1 && (decoder.rotary[1].kind != Kind::Default || decoder.rotary[1].part != 1))
        return "positions that are stretched in layers with a sliding window";
    if (decoder.family == "olmo3" && decoder.rotary[1].theta != rotary.theta)
        return "two values of rope_theta";
    return nullptr;
}

const char *whatLayersLack(const DecoderConfig &decoder, const GgufArchitecture &architecture)
{
    if (architecture.windows == Windows::Period && periodOf(decoder.layers) == 0)
        return "sliding windows that do not come in a fixed pattern (layer_types)";
    if (decoder.deltaNet && fullAttentionInterval(decoder.layers) == 0)
        return "linear attention that does not come in a fixed pattern (layer_types)";
    if (decoder.deltaNet && decoder.deltaNet->keySize != decoder.deltaNet->valueSize)
        return "keys and values of different sizes in linear attention (linear_key_head_dim, linear_value_head_dim)";
    const auto rotates = [&](std::size_t i) { return decoder.layers[i].rotary.has_value(); };
    for (std::size_t i = 0; i < decoder.layers.size(); ++i)
        if (rotates(i) != (decoder.family != "smollm3" || (i + 1) % 4 != 0))
            return "layers without positions in another pattern than each fourth (no_rope_layers)";
    const bool hasFixedSize = decoder.family == "phi3" || decoder.family == "olmo3";
    if (hasFixedSize && decoder.layers.front().headSize * decoder.heads != decoder.hiddenSize)
        return "a head_dim that is not hidden_size / num_attention_heads";
    for (const DecoderLayerConfig &layer : decoder.layers)
        if (layer.headSize != firstOf(decoder, layer.window > 0).headSize)
            return "heads of different sizes in layers of one kind (per_layer_config)";
    return nullptr;
}

// What of the model llama.cpp would compute otherwise, as a part of a sentence; nullptr: nothing.
const char *whatLacks(const DecoderConfig &decoder, const GgufArchitecture &architecture)
{
    const bool isGemma = decoder.norms == Norms::Both;
    if (decoder.queryKeyValueBias && !architecture.queryKeyValueBias)
        return "biases in the attention (attention_bias)";
    if ((decoder.outputBias || decoder.innerBias) && !architecture.otherBias)
        return "biases (attention_bias, mlp_bias)";
    if (decoder.activation != (isGemma ? DecoderConfig::Activation::GeluTanh : DecoderConfig::Activation::Silu))
        return "another activation than the family's own (hidden_act)";
    if (decoder.logitsCap != 0 && decoder.family != "gemma4_text")
        return "capped logits (final_logit_softcapping)";
    if (decoder.family != "granite" && !near(decoder.attentionScale, usualScale(decoder)))
        return "another scale of the attention than by the size of the heads (query_pre_attn_scalar)";
    if (decoder.perLayerSize > 0 && decoder.perLayerVocabulary != decoder.vocabulary)
        return "a second embedding for another number of tokens (vocab_size_per_layer_input)";
    if (const char *lacks = whatRotaryLacks(decoder, architecture))
        return lacks;
    return whatLayersLack(decoder, architecture);
}

template <typename Number>
GgufValue oneOrEach(const std::vector<DecoderLayerConfig> &layers, Number number)
{
    std::vector<std::int32_t> each;
    each.reserve(layers.size());
    for (const DecoderLayerConfig &layer : layers)
        each.push_back(std::int32_t(layer.*number));
    if (std::all_of(each.begin(), each.end(), [&](std::int32_t value) { return value == each.front(); }))
        return std::uint32_t(each.front());
    return each;
}

class ModelFields {
public:
    ModelFields(const DecoderConfig &decoder, const GgufArchitecture &architecture)
        : m_decoder(decoder), m_architecture(architecture)
    {
    }

    GgufFields make()
    {
        addShape();
        addRotary();
        addWindows();
        if (m_decoder.family == "granite")
            addGranite();
        if (m_decoder.family == "gemma4_text")
            addGemma4();
        if (m_decoder.deltaNet)
            addDeltaNet(*m_decoder.deltaNet);
        return std::move(m_fields);
    }

private:
    void value(const std::string &key, GgufValue value)
    {
        m_fields.push_back({m_architecture.name + ("." + key), std::move(value)});
    }
    void whole(const std::string &key, std::int64_t number) { value(key, std::uint32_t(number)); }
    void number(const std::string &key, double number) { value(key, float(number)); }

    void addShape()
    {
        const DecoderLayerConfig &layer = firstOf(m_decoder, false);
        whole("vocab_size", m_decoder.vocabulary);
        whole("context_length", m_decoder.positions);
        whole("embedding_length", m_decoder.hiddenSize);
        whole("block_count", std::int64_t(m_decoder.layers.size()));
        value("feed_forward_length", oneOrEach(m_decoder.layers, &DecoderLayerConfig::innerSize));
        whole("attention.head_count", m_decoder.heads);
        value("attention.head_count_kv", oneOrEach(m_decoder.layers, &DecoderLayerConfig::keyValueHeads));
        whole("attention.key_length", layer.headSize);
        whole("attention.value_length", layer.headSize);
        number("attention.layer_norm_rms_epsilon", m_decoder.normEpsilon);
    }

    void addRotary()
    {
        const RotaryConfig &rotary = m_decoder.rotary.front();
        const std::int64_t headSize = firstOf(m_decoder, false).headSize;
        const bool isProportional = rotary.kind == Kind::Proportional; // the tensor of frequencies says which part
        number("rope.freq_base", rotary.theta);
        whole("rope.dimension_count", isProportional ? headSize : std::int64_t(double(headSize) * rotary.part));
        if (rotary.kind == Kind::Linear || rotary.kind == Kind::Yarn)
            addStretch(rotary);
        if (m_decoder.family == "phi3" || rotary.kind == Kind::LongRope)
            addLongRope(rotary);
        if (m_decoder.queryGrowth != 0)
            number("attention.temperature_scale", m_decoder.queryGrowth);
        if (m_decoder.rotary.size() > 1)
            number("rope.freq_base_swa", m_decoder.rotary[1].theta);
    }

    void addStretch(const RotaryConfig &rotary)
    {
        const bool isYarn = rotary.kind == Kind::Yarn;
        value("rope.scaling.type", std::string(isYarn ? "yarn" : "linear"));
        number("rope.scaling.factor", rotary.factor);
        if (!isYarn)
            return;
        whole("rope.scaling.original_context_length", rotary.originalPositions);
        number("rope.scaling.yarn_beta_fast", rotary.betaFast);
        number("rope.scaling.yarn_beta_slow", rotary.betaSlow);
        // llama.cpp's own factor of cosines and sines; of mistral3 it divides it by that of the field.
        double usual = rotary.factor <= 1 ? 1 : 0.1 * std::log(rotary.factor) + 1;
        if (m_decoder.family == "ministral3") {
            number("rope.scaling.yarn_log_multiplier", 1);
            usual = 1;
        }
        if (!near(rotary.outputFactor, usual))
            number("rope.scaling.attn_factor", rotary.outputFactor / usual);
    }

    void addLongRope(const RotaryConfig &rotary)
    {
        const bool isLong = rotary.kind == Kind::LongRope;
        if (m_decoder.family != "phi3") // which has the factors by their tensors alone
            value("rope.scaling.type", std::string("longrope"));
        whole("rope.scaling.original_context_length", isLong ? rotary.originalPositions : m_decoder.positions);
        if (isLong)
            number("rope.scaling.attn_factor", rotary.outputFactor);
    }

    void addWindows()
    {
        const std::int64_t window = windowOf(m_decoder);
        if (m_decoder.family == "phi3") // by a missing field llama.cpp takes it for one of the first
            whole("attention.sliding_window", window);
        if (m_architecture.windows == Windows::Ignored)
            return;
        whole("attention.sliding_window", window > 0 ? window : m_decoder.positions);
        std::vector<bool> slides;
        for (const DecoderLayerConfig &layer : m_decoder.layers)
            slides.push_back(layer.window > 0);
        if (m_architecture.windows == Windows::Listed)
            value("attention.sliding_window_pattern", slides);
        else if (const std::int64_t period = periodOf(m_decoder.layers); period != m_architecture.period)
            whole("attention.sliding_window_pattern", period);
    }

    void addGranite()
    {
        number("attention.scale", m_decoder.attentionScale);
        number("embedding_scale", m_decoder.embeddingMultiplier);
        number("residual_scale", m_decoder.residualMultiplier);
        number("logit_scale", m_decoder.logitsDivisor);
    }

    void addGemma4()
    {
        const std::int64_t sliding = firstOf(m_decoder, true).headSize;
        whole("attention.key_length_swa", sliding);
        whole("attention.value_length_swa", sliding);
        whole("rope.dimension_count_swa", sliding);
        whole("embedding_length_per_layer_input", m_decoder.perLayerSize);
        whole("attention.shared_kv_layers",
            std::count_if(m_decoder.layers.begin(), m_decoder.layers.end(),
                [](const DecoderLayerConfig &layer) { return layer.keysOf.has_value(); }));
        if (m_decoder.logitsCap != 0)
            number("final_logit_softcapping", m_decoder.logitsCap);
    }

    void addDeltaNet(const DeltaNetConfig &delta)
    {
        whole("ssm.conv_kernel", delta.kernel);
        whole("ssm.state_size", delta.keySize);
        whole("ssm.group_count", delta.keyHeads);
        whole("ssm.time_step_rank", delta.valueHeads);
        whole("ssm.inner_size", delta.valueHeads * delta.valueSize);
        whole("full_attention_interval", fullAttentionInterval(m_decoder.layers));
        // How many pairs turn with each of the positions in an image, which are one in a text.
        value("rope.dimension_sections", std::vector<std::int32_t>{11, 11, 10, 0});
    }

    const DecoderConfig &m_decoder;
    const GgufArchitecture &m_architecture;
    GgufFields m_fields;
};

std::vector<float> llama3Factors(const RotaryConfig &rotary, std::int64_t headSize)
{
    std::vector<float> factors;
    const double longest = double(rotary.originalPositions) / rotary.lowFrequency;
    const double shortest = double(rotary.originalPositions) / rotary.highFrequency;
    constexpr double turn = 6.283185307179586;
    for (std::int64_t i = 0; i < headSize / 2; ++i) {
        const double length = turn * std::pow(rotary.theta, 2 * double(i) / double(headSize)); // in tokens
        const double part = (double(rotary.originalPositions) / length - rotary.lowFrequency)
            / (rotary.highFrequency - rotary.lowFrequency);
        const double between = 1 / ((1 - part) / rotary.factor + part);
        factors.push_back(float(length < shortest ? 1 : length > longest ? rotary.factor : between));
    }
    return factors;
}

std::vector<float> proportionalFactors(const RotaryConfig &rotary, std::int64_t headSize)
{
    constexpr float still = 1e30F; // as llama.cpp's own converter says that a pair does not turn
    std::vector<float> factors(std::size_t(headSize / 2), still);
    const auto turning = std::size_t(double(headSize) * rotary.part / 2);
    std::fill_n(factors.begin(), std::min(turning, factors.size()), float(rotary.factor));
    return factors;
}

} // namespace

Result<GgufModel> ggufModelOf(const DecoderConfig &decoder)
{
    const auto architecture = std::find_if(architectures.begin(), architectures.end(),
        [&](const GgufArchitecture &row) { return row.family == decoder.family; });
    if (architecture == architectures.end())
        return fail("llama.cpp does not know the model family \"" + decoder.family + "\" in the form that is here.");
    if (const char *lacks = whatLacks(decoder, *architecture))
        return fail("llama.cpp cannot compute this model of the family \"" + decoder.family + "\" as it is: it has "
            + lacks + ", which its architecture \"" + architecture->name + "\" does not.");
    GgufModel model{architecture, ModelFields(decoder, *architecture).make(), {}};
    const std::int64_t window = windowOf(decoder);
    if (architecture->windows == Windows::Ignored && window > 0)
        model.notes.push_back("llama.cpp computes this family without its sliding window: answers differ where a text "
                              "is longer than "
            + std::to_string(window) + " tokens.");
    if (decoder.insideVision)
        model.notes.emplace_back("The part of the model that sees stays out: the file answers texts.");
    return model;
}

GgufFrequencies ggufFrequenciesOf(const DecoderConfig &decoder)
{
    const RotaryConfig &rotary = decoder.rotary.front();
    const std::int64_t headSize = firstOf(decoder, false).headSize;
    if (rotary.kind == Kind::Llama3)
        return {llama3Factors(rotary, headSize)};
    if (rotary.kind == Kind::Proportional)
        return {proportionalFactors(rotary, headSize)};
    if (rotary.kind != Kind::LongRope)
        return {};
    return {{}, {rotary.shortFactors.begin(), rotary.shortFactors.end()},
        {rotary.longFactors.begin(), rotary.longFactors.end()}};
}

} // namespace motley
