// SHA-256 of a file that is still coming.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace motley {

class GrowingHash {
public:
    GrowingHash();
    GrowingHash(GrowingHash &&) noexcept;
    GrowingHash &operator=(GrowingHash &&) noexcept;
    ~GrowingHash();

    void add(std::string_view bytes);
    std::string finish(); // 64 hex digits; nothing is added afterwards

private:
    struct Digest;
    std::unique_ptr<Digest> m_digest;
};

} // namespace motley
