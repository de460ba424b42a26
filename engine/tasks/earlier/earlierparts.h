// What the weights of an earlier model depend on beside themselves, compared with what there is now.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/modelparts.h"
#include "engine/tasks/earlier/earliermodel.h"

namespace motley {

inline constexpr const char *partsFile = "parts.json";

// Whether a part is another one than that which the weights were trained with; false where either is unknown. Errors
// name the file.
Result<bool> isOther(
    const std::optional<std::string> ModelParts::*part, const ModelParts &now, const EarlierModel &earlier);

} // namespace motley
