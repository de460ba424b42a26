// How long a machine that may be taken away is there.
#pragma once

#include "engine/base/result.h"

#include <vector>

namespace motley {

struct LifetimePoint {
    double hours = 0;
    double gone = 0; // chance that the machine was taken away by then

    bool operator==(const LifetimePoint &) const = default;
};

class Lifetime {
public:
    Lifetime() = default; // for ever
    static Lifetime withHazard(double perHour); // the same chance at any hour
    // Straight lines between points; what is left after the last one stays. Errors: hours or chances that fall, or
    // chances beyond 0 to 1.
    static Result<Lifetime> withCurve(std::vector<LifetimePoint> points);
    // From lifetimes that were seen, in hours; of machines that were there to the end of watching, how long they were.
    // The estimate of Kaplan and Meier (1958), with lines between its steps. Errors: nothing seen; negative hours.
    static Result<Lifetime> seen(std::vector<double> ended, std::vector<double> stillThere = {});

    bool isSteady() const { return m_hazard == 0 && m_points.empty(); }
    double goneBy(double hours) const;
    // How often the place of a machine loses one within so many hours, if a new one comes `replaceHours` after each.
    double expectedRevocations(double hours, double replaceHours) const;
    // The lifetime that a part `chance` of all machines does not outlive; infinite where so many do not end.
    double quantile(double chance) const;
    const std::vector<LifetimePoint> &points() const { return m_points; } // empty: the chance is the same at any hour
    double revocationsPerHour() const; // over a long time, with machines that are replaced at once

private:
    double m_hazard = 0;
    std::vector<LifetimePoint> m_points; // empty: m_hazard says all
};

} // namespace motley
