// Formats numbers for people in a terminal.
#pragma once

#include <cstdint>
#include <string>

namespace motley {

std::string fixed(double value, int digits); // "0.4127"
std::string grouped(double value); // "1,834"
std::string percent(double fraction, int digits); // 0.9012 -> "90.1 %"
std::string mebibytes(double bytes); // "350 MiB"
std::string duration(double seconds); // "45 s", "2 min 10 s", "3 h 5 min"

} // namespace motley
