// An Error of a rank with its kind, by which the coordinator tells a cause from its consequences.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/event.h"

namespace motley {

struct RankError : Error {
    RankError(Error error, RankFailed::Kind is = RankFailed::Kind::Internal) : Error(std::move(error)), kind(is) { }

    RankFailed::Kind kind;
};

template <typename T>
using RankResult = tl::expected<T, RankError>;

// For map_error(): what has failed, where a function that knows no ranks cannot say it.
inline auto as(RankFailed::Kind kind)
{
    return [kind](const Error &error) { return RankError(error, kind); };
}

inline tl::unexpected<RankError> fail(RankFailed::Kind kind, std::string message, std::string detail = {})
{
    return tl::unexpected(RankError({std::move(message), std::move(detail)}, kind));
}

} // namespace motley
