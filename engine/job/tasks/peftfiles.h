// The files of an adapter, as PEFT names them.
#pragma once

namespace motley {

constexpr const char *adapterConfigFile = "adapter_config.json";
constexpr const char *adapterTensorFile = "adapter_model.safetensors";

} // namespace motley
