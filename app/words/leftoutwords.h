// What stands in a log or on a terminal in place of messages that MessageLimit leaves out.
#pragma once

#include <QString>

#include <cstdint>

namespace motley {

QString leftOutWords(std::int64_t messages);

} // namespace motley
