#include "engine/statistics/gradientnoisescale.h"

#include <cmath>

namespace motley {

namespace {

constexpr double kept = 0.95; // of the mean, with each step that is taken
constexpr int fewestTaken = 5;

} // namespace

std::optional<NoiseEstimate> estimateNoise(const std::vector<GradientPart> &parts, double wholeSquare)
{
    double units = 0;
    double ranks = 0;
    for (const GradientPart &part : parts)
        if (part.units > 0) {
            units += part.units;
            ++ranks;
        }
    if (ranks < 2)
        return std::nullopt;
    double localSquaredNorm = 0; // mean of |g_r|^2 by units
    for (const GradientPart &part : parts)
        if (part.units > 0)
            localSquaredNorm += units / part.units * part.square;
    if (!std::isfinite(localSquaredNorm) || !std::isfinite(wholeSquare))
        return std::nullopt;
    return NoiseEstimate{
        units * (localSquaredNorm - wholeSquare) / (ranks - 1), (ranks * wholeSquare - localSquaredNorm) / (ranks - 1)};
}

void GradientNoiseScale::add(const std::vector<GradientPart> &parts, double wholeSquare)
{
    const auto estimate = estimateNoise(parts, wholeSquare);
    if (!estimate)
        return;
    m_mean.variance = kept * m_mean.variance + (1 - kept) * estimate->variance;
    m_mean.square = kept * m_mean.square + (1 - kept) * estimate->square;
    ++m_added;
}

std::optional<double> GradientNoiseScale::units() const
{
    if (m_added < fewestTaken || !(m_mean.square > 0) || !(m_mean.variance > 0))
        return std::nullopt;
    return m_mean.variance / m_mean.square;
}

} // namespace motley
