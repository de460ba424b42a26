// What a machine costs, and whether it stays.
#pragma once

namespace motley {

struct MachineTerms {
    double pricePerHour = 0; // in the money that the user counts in
    double hoursUntilTaken = 0; // on average, from any moment on; 0: it stays
    double replaceMinutes = 0; // until another one is there in its place

    bool operator==(const MachineTerms &) const = default;
};

} // namespace motley
