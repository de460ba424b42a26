// Models that lose more than others where their weights have few bits.
#pragma once

#include <string>
#include <string_view>

namespace motley {

// By config.json: Qwen 3.5, for all sizes of which Unsloth advises against 4 bits.
bool losesMoreInFourBits(std::string_view config);
bool folderLosesMoreInFourBits(const std::string &folder); // the same; false of a folder that cannot be read

} // namespace motley
