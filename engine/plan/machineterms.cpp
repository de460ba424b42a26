#include "engine/plan/machineterms.h"

namespace motley {

Result<Lifetime> lifetimeOf(const MachineTerms &terms)
{
    if (terms.lifetime.empty())
        return terms.hoursUntilTaken > 0 ? Lifetime::withHazard(1 / terms.hoursUntilTaken) : Lifetime();
    if (terms.hoursUntilTaken > 0)
        return fail("A machine has an average time until it is taken away or a lifetime curve, not both.");
    return Lifetime::withCurve(terms.lifetime);
}

} // namespace motley
