#include "engine/commands/terminal/numbers.h"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace motley {

std::string fixed(double value, int digits)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << value;
    return text.str();
}

std::string grouped(double value)
{
    std::string text = fixed(value, 0);
    for (int position = int(text.size()) - 3; position > (text[0] == '-' ? 1 : 0); position -= 3)
        text.insert(std::size_t(position), 1, ',');
    return text;
}

std::string percent(double fraction, int digits)
{
    return fixed(100 * fraction, digits) + " %";
}

std::string mebibytes(double bytes)
{
    return fixed(bytes / (1 << 20), 0) + " MiB";
}

std::string duration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return "n/a";
    const auto whole = std::int64_t(std::llround(seconds));
    if (whole < 60)
        return std::to_string(whole) + " s";
    if (whole < 3600)
        return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

} // namespace motley
