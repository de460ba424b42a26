#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace motley {

std::vector<std::pair<const char *, std::string_view>> presetTexts(); // name of the file, text of the job

} // namespace motley
