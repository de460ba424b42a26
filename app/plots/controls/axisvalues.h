// What kind of numbers stand along an axis, and how they are written.
#pragma once

#include <QString>

namespace motley {

enum class AxisValues { Any, Whole, Seconds };

QString formatAt(double value, AxisValues values); // of one place: "15,000", "3 min 12 s", "2.317"

} // namespace motley
