// For .cpp files of this folder only, as it sees the JSON library: writes the ids of special tokens.
#pragma once

#include "engine/formats/specialids.h"
#include "engine/json/jsonfields.h"

namespace motley {

inline void putSpecialIds(const SpecialIds &ids, Json &json)
{
    const auto id = [](const std::optional<std::int64_t> &token) { return token ? Json(*token) : Json(nullptr); };
    json["bos_token_id"] = id(ids.begin);
    json["eos_token_id"] = ids.end.size() > 1 ? Json(ids.end) : ids.end.empty() ? Json(nullptr) : Json(ids.end.front());
    json["pad_token_id"] = id(ids.pad);
}

} // namespace motley
