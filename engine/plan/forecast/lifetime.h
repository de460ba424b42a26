// The distribution of the lifetime of a machine that may be revoked, such as a spot instance.
#pragma once

#include "engine/base/result.h"

#include <vector>

namespace motley {

struct LifetimePoint {
    double hours = 0;
    double gone = 0; // probability that the machine was revoked by then

    bool operator==(const LifetimePoint &) const = default;
};

class Lifetime {
public:
    Lifetime() = default; // never revoked
    static Lifetime withHazard(double perHour); // constant hazard: exponentially distributed
    // The cumulative distribution with straight lines between the points; it stays constant after the last one. Errors:
    // hours or probabilities that fall, or probabilities outside 0 to 1.
    static Result<Lifetime> withCurve(std::vector<LifetimePoint> points);
    // From observed lifetimes in hours: `ended` of revoked machines, `stillThere` of machines that were not revoked
    // while observed (censored). The estimate of Kaplan and Meier (1958), with lines between its steps. Errors: no
    // observations; negative hours.
    static Result<Lifetime> seen(std::vector<double> ended, std::vector<double> stillThere = {});

    bool isSteady() const { return m_hazard == 0 && m_points.empty(); }
    double goneBy(double hours) const;
    // The expected number of revocations within `hours`, if each revoked machine is replaced after `replaceHours`.
    double expectedRevocations(double hours, double replaceHours) const;
    // The hours within which a machine is revoked with probability `chance`; infinite if that probability is never
    // reached.
    double quantile(double chance) const;
    const std::vector<LifetimePoint> &points() const { return m_points; } // empty: the hazard is constant
    double revocationsPerHour() const; // long-run rate, with machines that are replaced at once

private:
    double m_hazard = 0;
    std::vector<LifetimePoint> m_points; // empty: m_hazard is used
};

} // namespace motley
