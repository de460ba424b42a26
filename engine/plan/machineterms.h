// What a machine costs, and whether it stays.
#pragma once

#include "engine/plan/forecast/lifetime.h"

namespace motley {

struct MachineTerms {
    double pricePerHour = 0; // in the money that the user counts in
    double hoursUntilTaken = 0; // on average, from any moment on; 0: it stays
    double replaceMinutes = 0; // until another one is there in its place
    // In place of hoursUntilTaken: when machines like it were taken away, as Lifetime::withCurve() takes it.
    std::vector<LifetimePoint> lifetime = {};

    bool operator==(const MachineTerms &) const = default;
};

// That of a machine with these terms. Errors: those of withCurve(); a curve and an average.
Result<Lifetime> lifetimeOf(const MachineTerms &terms);

} // namespace motley
