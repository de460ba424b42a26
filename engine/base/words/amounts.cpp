#include "engine/base/words/amounts.h"

#include <cstdio>

namespace motley {

std::string gibibytes(std::int64_t bytes)
{
    constexpr double gibibyte = 1 << 30;
    const double amount = double(bytes) / gibibyte;
    char text[32];
    std::snprintf(text, sizeof text, amount < 0.1 ? "%.3f GiB" : "%.1f GiB", amount);
    return text;
}

} // namespace motley
