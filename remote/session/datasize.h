// Amounts of data as people read them. Window, command line and errors ask here, so that they write them alike.
#pragma once

#include <QString>

#include <cstdint>

namespace motley {

QString dataSize(std::int64_t bytes); // "1.4 GiB", "512 bytes", with the digits of today's language

} // namespace motley
