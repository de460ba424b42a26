#include "engine/protocol/metric.h"

#include <array>
#include <cstdio>

namespace motley {

bool isBetter(const Metric &metric, const Metric &than)
{
    return metric.higherIsBetter ? metric.value > than.value : metric.value < than.value;
}

std::string toText(const Metric &metric)
{
    std::array<char, 64> number{};
    if (metric.unit == Metric::Unit::Fraction)
        std::snprintf(number.data(), number.size(), " %.2f %%", 100 * metric.value);
    else
        std::snprintf(number.data(), number.size(), " %.4g", metric.value);
    return metric.name + number.data();
}

} // namespace motley
