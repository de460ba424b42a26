// For .cpp files that read or write a RankStatus or a RankFailed inside something else, or what its phases are called.
#pragma once

#include "engine/json/jsonfields.h"
#include "engine/protocol/event.h"
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

template <>
struct EnumNames<RankFailed::Kind> {
    static constexpr auto table = names<RankFailed::Kind>({{RankFailed::Kind::PeerLost, "peer-lost"},
        {RankFailed::Kind::OutOfMemory, "out-of-memory"}, {RankFailed::Kind::NonFinite, "non-finite"},
        {RankFailed::Kind::BadInput, "bad-input"}, {RankFailed::Kind::DeviceFailed, "device-failed"},
        {RankFailed::Kind::FilesFailed, "files-failed"}, {RankFailed::Kind::Killed, "killed"},
        {RankFailed::Kind::Hung, "hung"}, {RankFailed::Kind::Internal, "internal"}});
};

template <typename Fields>
void describe(Fields &fields, RankFailed &failure)
{
    fields("rank", failure.rank);
    fields("machine", failure.machine);
    fields("cause", failure.cause);
    fields("lastLines", failure.lastLines);
    fields("kind", failure.kind);
}

} // namespace motley
