// For the .cpp files of this folder only: how phases are written.
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

} // namespace motley
