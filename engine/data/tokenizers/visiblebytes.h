// The characters by which byte-level vocabularies write bytes: that of Latin-1 where it is visible, otherwise one from
// U+0100 on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace motley {

const std::array<char32_t, 256> &visibleBytes(); // by byte
std::optional<std::uint8_t> byteOfVisible(char32_t character); // nullopt: it stands for none

} // namespace motley
