#include "engine/plan/forecast/lifetime.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int renewalSteps = 1000; // intervals that the time is divided into
constexpr double manyCycles = 30; // mean lifetimes after which revocations come at a steady rate

} // namespace

Lifetime Lifetime::withHazard(double perHour)
{
    Lifetime lifetime;
    lifetime.m_hazard = std::max(perHour, 0.0);
    return lifetime;
}

Result<Lifetime> Lifetime::withCurve(std::vector<LifetimePoint> points)
{
    LifetimePoint before;
    for (const LifetimePoint &point : points) {
        if (!(point.hours >= before.hours && std::isfinite(point.hours)))
            return fail("The hours of a lifetime curve must not fall, and begin at 0 or later.");
        if (!(point.gone >= before.gone && point.gone <= 1))
            return fail("The chances of a lifetime curve must not fall, and lie between 0 and 1.");
        before = point;
    }
    if (points.empty() || before.gone == 0)
        return Lifetime();
    Lifetime lifetime;
    lifetime.m_points = std::move(points);
    return lifetime;
}

Result<Lifetime> Lifetime::seen(std::vector<double> ended, std::vector<double> stillThere)
{
    std::sort(ended.begin(), ended.end());
    std::sort(stillThere.begin(), stillThere.end());
    if (ended.empty() && stillThere.empty())
        return fail("No lifetime of a machine was seen.");
    std::vector<LifetimePoint> points{{0, 0}};
    double left = 1;
    for (std::size_t i = 0; i < ended.size(); ++i) {
        if (!(ended[i] >= 0))
            return fail("A lifetime cannot be negative.");
        const auto watched = stillThere.end() - std::lower_bound(stillThere.begin(), stillThere.end(), ended[i]);
        left *= 1 - 1 / (double(ended.size() - i) + double(watched));
        points.push_back({ended[i], 1 - left});
    }
    return withCurve(std::move(points));
}

double Lifetime::goneBy(double hours) const
{
    if (m_points.empty())
        return hours > 0 ? -std::expm1(-m_hazard * hours) : 0;
    LifetimePoint before;
    for (const LifetimePoint &point : m_points) {
        if (point.hours > hours)
            return before.gone
                + (point.gone - before.gone) * std::max(0.0, hours - before.hours) / (point.hours - before.hours);
        before = point;
    }
    return before.gone;
}

// Solves the renewal equation numerically: the first machine is revoked at some time, and its replacement begins a new
// lifetime.
double Lifetime::expectedRevocations(double hours, double replaceHours) const
{
    if (isSteady() || !(hours > 0))
        return 0;
    if (m_points.empty() && replaceHours == 0)
        return m_hazard * hours;
    const double cycle = (m_points.empty() ? 1 / m_hazard : m_points.back().hours) + replaceHours;
    const double near = std::min(hours, manyCycles * cycle);
    const double width = near / renewalSteps;
    std::vector<double> chances{0}; // of a revocation in each interval
    std::vector<double> counts{0}; // revocations expected until the end of each interval
    for (int i = 1; i <= renewalSteps; ++i) {
        chances.push_back(goneBy(i * width) - goneBy((i - 1) * width));
        double count = goneBy(i * width);
        for (int j = 1; j <= i; ++j) {
            const double left = (i - j + 0.5) - replaceHours / width; // intervals after the replacement
            if (left <= 0)
                break;
            const auto whole = std::size_t(left);
            const double next = whole + 1 < counts.size() ? counts[whole + 1] : counts[whole];
            count += chances[std::size_t(j)] * (counts[whole] + (left - double(whole)) * (next - counts[whole]));
        }
        counts.push_back(count);
    }
    const double perHour = revocationsPerHour();
    return counts.back() + (perHour > 0 ? (hours - near) / (1 / perHour + replaceHours) : 0);
}

double Lifetime::quantile(double chance) const
{
    if (m_points.empty())
        return m_hazard > 0 ? -std::log1p(-chance) / m_hazard : std::numeric_limits<double>::infinity();
    LifetimePoint before;
    for (const LifetimePoint &point : m_points) {
        if (point.gone >= chance && point.gone > before.gone)
            return before.hours + (point.hours - before.hours) * (chance - before.gone) / (point.gone - before.gone);
        before = point;
    }
    return std::numeric_limits<double>::infinity();
}

double Lifetime::revocationsPerHour() const
{
    if (m_points.empty())
        return m_hazard;
    if (m_points.back().gone < 1)
        return 0; // in the end a machine comes that is never revoked
    double mean = 0;
    LifetimePoint before;
    for (const LifetimePoint &point : m_points) {
        mean += (point.hours - before.hours) * (1 - (point.gone + before.gone) / 2);
        before = point;
    }
    return mean > 0 ? 1 / mean : std::numeric_limits<double>::infinity();
}

} // namespace motley
