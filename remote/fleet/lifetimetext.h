// Lifetime curves (engine/plan/forecast/lifetime.h) as people write them, and lists of observed lifetimes.
#pragma once

#include "engine/plan/forecast/lifetime.h"

#include <QString>

namespace motley {

constexpr std::size_t mostLifetimePoints = 100;

// "2:0.1, 6:50 %, 24:1": hours, and the fraction of the machines that was taken away by then. Errors name the point
// that is impossible, or say that there are too many.
Result<std::vector<LifetimePoint>> parseLifetime(const QString &text);
QString toText(const std::vector<LifetimePoint> &curve);

// Estimates a curve from a file with a line for each machine that was observed: its hours and, after a comma, "ended"
// if it was taken away then, or "there" if it was still there when the observation ended. Lines that begin with # and a
// first line of titles are skipped. Of more than mostLifetimePoints points that many are kept. Errors: a line that is
// no lifetime (named with its file), or no machine that was taken away.
Result<std::vector<LifetimePoint>> readLifetimes(const QString &path);

} // namespace motley
