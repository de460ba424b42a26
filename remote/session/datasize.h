// Amounts of data as people read them. Window, command line and errors ask here, so that they write them alike.
#pragma once

#include <QString>

#include <cstdint>

namespace motley {

// "1.4 GiB", "512 bytes", with the digits of today's language. No line ends within it.
QString dataSize(std::int64_t bytes);

} // namespace motley
