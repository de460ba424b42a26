// Numbers and strings as SSH sends them (RFC 4251, section 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

std::uint32_t numberAt(std::string_view bytes, std::size_t at); // `bytes` holds four from there on
std::string asBytes(std::uint32_t number);

// Takes a string with its length from the front; nullopt: it is cut off.
std::optional<std::string_view> readString(std::string_view &rest);

} // namespace motley
