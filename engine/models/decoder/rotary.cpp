#include "engine/models/decoder/rotary.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

using Kind = RotaryConfig::Kind;

constexpr double pi = 3.14159265358979323846;

// transformers computes these in float32; computed otherwise, angles of far positions would differ.
at::Tensor usualFrequencies(double theta, std::int64_t rotated, std::int64_t of)
{
    const at::Tensor exponents = at::arange(0, rotated, 2, at::kFloat) / double(of);
    return at::pow(theta, exponents).reciprocal();
}

at::Tensor llama3Frequencies(const RotaryConfig &config, const at::Tensor &usual)
{
    const auto original = double(config.originalPositions);
    const at::Tensor wavelengths = 2 * pi / usual;
    const at::Tensor stretched = at::where(wavelengths > original / config.lowFrequency, usual / config.factor, usual);
    const at::Tensor smooth
        = (original / wavelengths - config.lowFrequency) / (config.highFrequency - config.lowFrequency);
    const at::Tensor between = (1 - smooth) * stretched / config.factor + smooth * stretched;
    const at::Tensor isBetween
        = wavelengths.ge(original / config.highFrequency).logical_and(wavelengths.le(original / config.lowFrequency));
    return at::where(isBetween, between, stretched);
}

// The pair that makes so many rotations in the original positions.
double pairOf(const RotaryConfig &config, double rotations, std::int64_t size)
{
    return double(size) * std::log(double(config.originalPositions) / (rotations * 2 * pi))
        / (2 * std::log(config.theta));
}

at::Tensor yarnFrequencies(const RotaryConfig &config, const at::Tensor &usual, std::int64_t size)
{
    double low = pairOf(config, config.betaFast, size);
    double high = pairOf(config, config.betaSlow, size);
    if (config.truncate) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, double(size - 1));
    if (low == high)
        high += 0.001;
    const at::Tensor ramp = ((at::arange(size / 2, at::kFloat) - low) / (high - low)).clamp(0, 1);
    const at::Tensor kept = 1 - ramp;
    return usual / config.factor * (1 - kept) + usual * kept;
}

at::Tensor divided(const at::Tensor &usual, const std::vector<double> &factors)
{
    return usual / at::tensor(factors, at::kDouble).to(at::kFloat);
}

} // namespace

Rotary::Rotary(const RotaryConfig &config, std::int64_t headSize) : m_config(config)
{
    const auto size = std::int64_t(double(headSize) * config.part);
    if (config.kind == Kind::Proportional) {
        const std::int64_t turning = std::int64_t(std::floor(double(headSize) * config.part / 2));
        const at::Tensor turned = usualFrequencies(config.theta, 2 * turning, headSize);
        m_frequencies = at::constant_pad_nd(turned, {0, headSize / 2 - turning}) / config.factor;
        return;
    }
    const at::Tensor usual = usualFrequencies(config.theta, size, size);
    switch (config.kind) {
    case Kind::Linear:
        m_frequencies = usual / config.factor;
        break;
    case Kind::Llama3:
        m_frequencies = llama3Frequencies(config, usual);
        break;
    case Kind::Yarn:
        m_frequencies = yarnFrequencies(config, usual, size);
        break;
    case Kind::LongRope:
        m_frequencies = divided(usual, config.shortFactors);
        m_longFrequencies = divided(usual, config.longFactors);
        break;
    default:
        m_frequencies = usual;
    }
}

// transformers takes the longest text of a batch for all of them, by which a loss would depend on how a batch is split.
RotaryAngles Rotary::angles(const at::Tensor &positions, const at::Tensor &lengths, at::ScalarType type)
{
    m_frequencies = m_frequencies.to(positions.device());
    at::Tensor frequencies = m_frequencies;
    if (dependsOnLength()) {
        m_longFrequencies = m_longFrequencies.to(positions.device());
        const at::Tensor isLong = lengths.gt(m_config.originalPositions).unsqueeze(-1);
        frequencies = at::where(isLong, m_longFrequencies, m_frequencies);
    }
    const at::Tensor half = positions.to(at::kFloat).unsqueeze(-1) * frequencies;
    const at::Tensor whole = at::cat({half, half}, -1).unsqueeze(2);
    return {(whole.cos() * m_config.outputFactor).to(type), (whole.sin() * m_config.outputFactor).to(type)};
}

at::Tensor rotated(const at::Tensor &x, const RotaryAngles &angles)
{
    const std::int64_t size = angles.cosines.size(-1);
    const at::Tensor part = x.narrow(-1, 0, size);
    const auto halves = part.chunk(2, -1);
    const at::Tensor turned = part * angles.cosines + at::cat({-halves[1], halves[0]}, -1) * angles.sines;
    return size == x.size(-1) ? turned : at::cat({turned, x.narrow(-1, size, x.size(-1) - size)}, -1);
}

} // namespace motley
