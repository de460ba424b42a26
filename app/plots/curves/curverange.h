// The y range that shows a curve and is not torn open by a few wild values. Pure functions.
#pragma once

#include "app/plots/curves/minmaxblocks.h"

#include <cstddef>
#include <optional>

namespace motley {

struct CurveRange {
    double least = 0; // of all values
    double greatest = 0;
    double from = 0; // that is worth showing: from the 1st to the 99th percentile, and what is not far from them
    double to = 0;

    bool hasOutliers() const { return least < from || greatest > to; }
    bool operator==(const CurveRange &) const = default;
};

// Of the finite values; on a logarithmic axis of the positive ones. nullopt: there are none.
std::optional<CurveRange> rangeOf(const ColumnPart &values, bool logarithmic);

std::size_t countOutside(const ColumnPart &values, double from, double to, bool logarithmic); // of those

} // namespace motley
