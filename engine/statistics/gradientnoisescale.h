// The gradient-noise scale as a batch size: how far single units disagree about the direction ("An Empirical Model of
// Large-Batch Training", McCandlish et al., 2018, appendix A). Uses gradients that ranks have anyway.
#pragma once

#include <optional>
#include <vector>

namespace motley {

// What one rank brought to the gradient of a step, which is the sum over ranks.
struct GradientPart {
    double units = 0; // of its share
    double square = 0; // squared length
};

// Unbiased estimates, whatever the shares. With n_r of N units, rank r has its own mean gradient g_r = part_r * N /
// n_r. The expected |g_r|^2 is |G|^2 + tr(Sigma) / n_r, and that of the gradient of all is |G|^2 + tr(Sigma) / N.
struct NoiseEstimate {
    double variance = 0; // tr(Sigma): of the gradient of one unit, summed over parameters
    double square = 0; // |G|^2 of the gradient that all data have; of few units it may be below 0
};

// nullopt: fewer than two ranks had units, or a number is none. `wholeSquare`: of the parts' sum.
std::optional<NoiseEstimate> estimateNoise(const std::vector<GradientPart> &parts, double wholeSquare);

// tr(Sigma) / |G|^2 of a run, in units. One step says little, so both are averaged, the later steps with more weight.
class GradientNoiseScale {
public:
    void add(const std::vector<GradientPart> &parts, double wholeSquare);
    std::optional<double> units() const; // nullopt: too few steps to say

private:
    NoiseEstimate m_mean; // up to a factor, which both share
    int m_added = 0;
};

} // namespace motley
