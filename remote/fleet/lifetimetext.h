// Lifetime curves (engine/plan/forecast/lifetime.h) as people write them, and as they have seen them.
#pragma once

#include "engine/plan/forecast/lifetime.h"

#include <QString>

namespace motley {

constexpr std::size_t mostLifetimePoints = 100;

// "2:0.1, 6:50 %, 24:1": hours, and the part of the machines that was taken away by then. Errors name the point that
// cannot be, or say that there are too many.
Result<std::vector<LifetimePoint>> parseLifetime(const QString &text);
QString toText(const std::vector<LifetimePoint> &curve);

// From a file with a line for each machine that was seen: its hours and, after a comma, "ended" if it was taken away
// then, or "there" if it was there to the end of watching. Lines that begin with # and a first line of titles are
// passed over. Of many points about a hundred are kept. Errors name the file and the line; nothing ended.
Result<std::vector<LifetimePoint>> readLifetimes(const QString &path);

} // namespace motley
