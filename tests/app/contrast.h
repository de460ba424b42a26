// How far two colours stand apart in brightness, as WCAG 2 defines it: 1 to 21.
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace motley {

constexpr double leastContrast = 3; // of what is drawn with its background, as WCAG 2 asks

inline std::array<double, 3> linear(const QColor &colour)
{
    const auto part = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return {part(colour.redF()), part(colour.greenF()), part(colour.blueF())};
}

inline double contrast(const QColor &one, const QColor &two)
{
    const auto luminance = [](const QColor &colour) {
        const auto parts = linear(colour);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const auto [least, greatest] = std::minmax(luminance(one), luminance(two));
    return (greatest + 0.05) / (least + 0.05);
}

} // namespace motley
