#include "app/plots/controls/axisvalues.h"

#include "app/words/format.h"

#include <cmath>

namespace motley {

QString formatAt(double value, AxisValues values)
{
    if (values == AxisValues::Seconds)
        return value < 60 ? formatSeconds(value) : formatDuration(value);
    return values == AxisValues::Whole ? formatCount(std::llround(value)) : formatNumber(value);
}

} // namespace motley
