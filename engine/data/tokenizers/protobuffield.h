// Reads single fields of a protocol buffer, which is what a SentencePiece model is stored as.
#pragma once

#include <cstdint>
#include <string_view>

namespace motley {

// The bytes of the field with this number, a text or a message; empty if it is not there or the message is malformed.
std::string_view protobufField(std::string_view message, std::uint32_t number);

} // namespace motley
