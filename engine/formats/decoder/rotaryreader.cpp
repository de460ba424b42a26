#include "engine/formats/decoder/rotaryreader.h"

#include <cmath>

namespace motley {

namespace {

using Kind = RotaryConfig::Kind;

const Json *objectCalled(ConfigReader &config, const char *key)
{
    const Json *found = config.find(key);
    if (found && !found->is_object())
        config.refuse(config.named(key) + " must be an object, but is " + describeJson(*found) + ".");
    return found && found->is_object() ? found : nullptr;
}

// The object that holds for this kind of layer, in the newer or the older form; nullptr: none does.
const Json *parametersFor(ConfigReader &config, const RotaryKeys &keys)
{
    const Json *newer = objectCalled(config, "rope_parameters");
    const Json *older = objectCalled(config, "rope_scaling");
    if (!newer)
        return keys.scaled ? older : nullptr;
    const bool nested = newer->contains("full_attention") || newer->contains("sliding_attention");
    if (!nested)
        return newer;
    const auto found = newer->find(keys.layers);
    return found != newer->end() && found->is_object() ? &*found : nullptr;
}

double yarnStretch(double factor, double scale)
{
    return factor <= 1 ? 1 : 0.1 * scale * std::log(factor) + 1;
}

// transformers' rule for cosines and sines where the file states no attention_factor.
double yarnOutputFactor(const RotaryConfig &rotary, double scale, double scaleOfAll)
{
    const bool both = scale != 0 && scaleOfAll != 0;
    return both ? yarnStretch(rotary.factor, scale) / yarnStretch(rotary.factor, scaleOfAll)
                : yarnStretch(rotary.factor, 1);
}

Kind kindCalled(ConfigReader &object, const std::string &name)
{
    if (name == "default")
        return Kind::Default;
    if (name == "linear")
        return Kind::Linear;
    if (name == "llama3")
        return Kind::Llama3;
    if (name == "yarn")
        return Kind::Yarn;
    if (name == "longrope" || name == "su")
        return Kind::LongRope;
    if (name == "proportional")
        return Kind::Proportional;
    object.refuse("Positions encoded as \"" + name.substr(0, 40)
        + "\" (rope_type) are not supported: default, linear, llama3, yarn, longrope and proportional are.");
    return Kind::Default;
}

void readLlama3(ConfigReader &object, RotaryConfig &rotary)
{
    rotary.lowFrequency = object.positive("low_freq_factor", 1);
    rotary.highFrequency = object.positive("high_freq_factor", 4);
    if (rotary.highFrequency <= rotary.lowFrequency)
        object.refuse(object.named("high_freq_factor") + " must be above low_freq_factor.");
}

void readYarn(ConfigReader &object, RotaryConfig &rotary, std::int64_t positions)
{
    rotary.factor = object.positive("factor", double(positions) / double(rotary.originalPositions));
    rotary.betaFast = object.positive("beta_fast", 32);
    rotary.betaSlow = object.positive("beta_slow", 1);
    rotary.truncate = object.flag("truncate", true);
    const double scale = object.number("mscale", 0);
    const double scaleOfAll = object.number("mscale_all_dim", 0);
    rotary.outputFactor = object.positive("attention_factor", yarnOutputFactor(rotary, scale, scaleOfAll));
}

void readLongRope(ConfigReader &object, RotaryConfig &rotary, std::int64_t positions)
{
    rotary.factor = object.positive("factor", double(positions) / double(rotary.originalPositions));
    rotary.shortFactors = object.numbers("short_factor");
    rotary.longFactors = object.numbers("long_factor");
    for (const auto *factors : {&rotary.shortFactors, &rotary.longFactors})
        for (const double factor : *factors)
            if (!(factor > 0))
                object.refuse("The factors of longrope must be above 0.");
    const double usual
        = rotary.factor <= 1 ? 1 : std::sqrt(1 + std::log(rotary.factor) / std::log(double(rotary.originalPositions)));
    rotary.outputFactor = object.positive("attention_factor", usual);
}

} // namespace

RotaryConfig readRotary(ConfigReader &config, const RotaryKeys &keys, std::int64_t positions)
{
    constexpr std::int64_t mostPositions = 1 << 30;
    RotaryConfig rotary;
    const double theta = config.positive(keys.theta, keys.usualTheta);
    const double part = config.positive("partial_rotary_factor", keys.usualPart);
    const std::int64_t original = config.whole("original_max_position_embeddings", 2, mostPositions, positions);
    const Json *found = parametersFor(config, keys);
    const Json nothing = Json::object();
    ConfigReader object(found ? *found : nothing, "rope_parameters.");
    const std::string older = object.text("type", "default");
    rotary.kind = kindCalled(object, object.text("rope_type", older));
    rotary.theta = object.positive("rope_theta", theta);
    rotary.part = object.positive("partial_rotary_factor", part);
    if (rotary.part > 1)
        object.refuse(object.named("partial_rotary_factor") + " must not be above 1.");
    rotary.originalPositions = object.whole("original_max_position_embeddings", 2, mostPositions, original);
    if (rotary.kind == Kind::Linear || rotary.kind == Kind::Llama3 || rotary.kind == Kind::Proportional)
        rotary.factor = object.positive("factor", 1);
    if (rotary.kind == Kind::Llama3)
        readLlama3(object, rotary);
    else if (rotary.kind == Kind::Yarn)
        readYarn(object, rotary, positions);
    else if (rotary.kind == Kind::LongRope)
        readLongRope(object, rotary, positions);
    else
        rotary.originalPositions = 0;
    // Positions of images, which text does not have; and what the family reads by rotaryNumber().
    config.refuse(object.finish(
        {"mrope_section", "mrope_interleaved", "max_position_embeddings", "llama_4_scaling_beta", "factor"}));
    return rotary;
}

std::optional<double> rotaryNumber(ConfigReader &config, const char *key)
{
    for (const char *form : {"rope_parameters", "rope_scaling"})
        if (const Json *found = objectCalled(config, form)) {
            ConfigReader object(*found, std::string(form) + ".");
            if (object.find(key))
                return object.number(key, 0);
        }
    return std::nullopt;
}

} // namespace motley
