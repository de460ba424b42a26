#include "engine/protocol/runfolder.h"

#include <algorithm>

namespace motley {

bool isValidRunId(const std::string &id)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), allowed);
}

} // namespace motley
