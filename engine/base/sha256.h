#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace motley {

class Sha256 { // of bytes that come bit by bit
public:
    Sha256();
    Sha256(Sha256 &&) noexcept;
    Sha256 &operator=(Sha256 &&) noexcept;
    ~Sha256();

    void add(std::string_view bytes);
    std::string finish(); // 64 hex digits; nothing is added afterwards

private:
    struct Digest;
    std::unique_ptr<Digest> m_digest;
};

std::string sha256Of(std::string_view bytes); // 64 hex digits
Result<std::string> sha256OfFile(const std::string &path); // errors name the file

} // namespace motley
