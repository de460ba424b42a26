// For .cpp files that read or write a RankStatus inside something else, or what its phases are called.
#pragma once

#include "engine/json/jsonfields.h"
#include "engine/protocol/rankstatus.h"

namespace motley {

template <>
struct EnumNames<RankPhase> {
    static constexpr auto table = names<RankPhase>({{RankPhase::Starting, "starting"},
        {RankPhase::Connecting, "connecting"}, {RankPhase::Loading, "loading"}, {RankPhase::Training, "training"},
        {RankPhase::Testing, "testing"}, {RankPhase::Saving, "saving"}, {RankPhase::Finished, "finished"}});
};

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
