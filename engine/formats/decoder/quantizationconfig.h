// For .cpp files of this folder only, as it sees the JSON library.
#pragma once

#include "engine/json/foreignjson.h"

namespace motley {

// quantization_config of a config.json. Errors: by its name, whatever is not bitsandbytes' NF4.
Result<void> checkQuantization(const Json &quantization);

} // namespace motley
