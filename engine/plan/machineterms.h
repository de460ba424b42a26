// What a machine costs, and how long it stays available.
#pragma once

#include "engine/plan/forecast/lifetime.h"

namespace motley {

struct MachineTerms {
    double pricePerHour = 0; // in the user's currency
    double hoursUntilTaken = 0; // mean time until it is revoked, from any moment on; 0: it stays
    double replaceMinutes = 0; // from a revocation until a replacement is there
    // In place of hoursUntilTaken: the distribution of the lifetime of such machines, as Lifetime::withCurve() takes
    // it.
    std::vector<LifetimePoint> lifetime = {};
    bool comesBack = true; // where a run loses it, it is taken back by itself
    bool startsAfterRestart = false; // so that it is taken back also where nobody follows the run

    bool operator==(const MachineTerms &) const = default;
};

// The lifetime of a machine with these terms. Errors: those of Lifetime::withCurve(); both a curve and a mean time.
Result<Lifetime> lifetimeOf(const MachineTerms &terms);

} // namespace motley
