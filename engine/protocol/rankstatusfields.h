// For .cpp files that read or write a RankStatus inside something else.
#pragma once

#include "engine/json/jsonfields.h"
#include "engine/protocol/rankphasenames.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, RankStatus &status)
{
    fields("rank", status.rank);
    fields("phase", status.phase);
    fields("collectives", status.collectives);
    fields("progress", status.progress);
    fields("unreachable", status.unreachable);
    fields("generation", status.generation);
    fields("lostPeer", status.hasLostPeer);
}

} // namespace motley
