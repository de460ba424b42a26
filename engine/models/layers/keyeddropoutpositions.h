// How the elements of a batch are laid out for the loops of keyed dropout, on processors and in the CUDA plug-in.
#pragma once

#include "engine/models/layers/keyeddropoutelement.h"

#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

// sizes: of the batch, dimension 0 counts the samples; widest: as for keyedDropout(). Throws c10::Error if a sample is
// wider than the widest.
inline DropoutPositions positionsIn(c10::IntArrayRef sizes, c10::IntArrayRef widest)
{
    DropoutPositions positions;
    std::int64_t stride = 1, perSample = 1;
    bool inRun = true;
    int outer = 0;
    for (std::size_t d = sizes.size() - 1; d >= 1; --d) {
        const std::int64_t width = widest.empty() ? sizes[d] : widest[d - 1];
        TORCH_CHECK(width >= sizes[d], "keyed dropout: a sample is wider than the widest");
        if (inRun) {
            positions.run *= unsigned(sizes[d]);
        } else {
            TORCH_CHECK(outer < DropoutPositions::mostOuter, "keyed dropout: a sample has too many dimensions");
            positions.outerSizes[outer] = unsigned(sizes[d]);
            positions.outerStrides[outer++] = unsigned(stride);
        }
        inRun = inRun && width == sizes[d];
        stride *= width;
        perSample *= sizes[d];
    }
    TORCH_CHECK(perSample <= std::numeric_limits<unsigned>::max(), "keyed dropout: a sample has too many elements");
    positions.perSample = unsigned(perSample);
    return positions;
}

inline DropoutRate dropoutRate(double probability) // 0 <= probability < 1
{
    const long nearest = std::lround(probability * 0x1p31);
    return {unsigned(std::min(nearest, 0x7fffffffL)), float(1 / (1 - probability))};
}

} // namespace motley
