// Fetches files from another machine that gives them (filegiver.h) to where deployed files lie. Nothing that the other
// machine says is believed: a file counts once its bytes have the hash by which it was asked for.
#pragma once

#include "engine/protocol/copies/filecopy.h"

#include <functional>

namespace motley {

using OnFetched = std::function<void(std::int64_t bytes)>; // that have come since it began

// Returns at the first problem, and also what is whole by then. A part stays, under the request's client, where the
// connection was lost; a later fetch or upload goes on with it. Each answer has half a minute to come.
FetchReport fetchFiles(const FetchRequest &request, const OnFetched &onFetched = {});

} // namespace motley
