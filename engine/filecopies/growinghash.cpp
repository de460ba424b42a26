#include "engine/filecopies/growinghash.h"

#include <openssl/evp.h>

#include <array>

namespace motley {

struct GrowingHash::Digest {
    Digest() { EVP_DigestInit_ex(context, EVP_sha256(), nullptr); }
    ~Digest() { EVP_MD_CTX_free(context); }
    Digest(const Digest &) = delete;
    Digest &operator=(const Digest &) = delete;

    EVP_MD_CTX *context = EVP_MD_CTX_new();
};

GrowingHash::GrowingHash() : m_digest(std::make_unique<Digest>()) { }

GrowingHash::GrowingHash(GrowingHash &&) noexcept = default;
GrowingHash &GrowingHash::operator=(GrowingHash &&) noexcept = default;
GrowingHash::~GrowingHash() = default;

void GrowingHash::add(std::string_view bytes)
{
    EVP_DigestUpdate(m_digest->context, bytes.data(), bytes.size());
}

std::string GrowingHash::finish()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    EVP_DigestFinal_ex(m_digest->context, bytes.data(), &size);
    constexpr const char *digits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

} // namespace motley
