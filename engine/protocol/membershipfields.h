// For the .cpp files of this folder only: a membership travels alone and inside an order to the agents.
#pragma once

#include "engine/protocol/membership.h"
#include "engine/protocol/planfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, Reported &reported)
{
    fields("step", reported.step);
    fields("test", reported.test);
    fields("checkpoint", reported.checkpoint);
}

template <typename Fields>
void describe(Fields &fields, Membership &membership)
{
    fields("generation", membership.generation);
    fields("plan", membership.plan);
    fields("ranks", membership.ranks);
    fields("reported", membership.reported);
    fields("followsAStep", membership.followsAStep);
}

} // namespace motley
