#include "engine/base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace motley {

struct Sha256::Digest {
    Digest() { EVP_DigestInit_ex(context, EVP_sha256(), nullptr); }
    ~Digest() { EVP_MD_CTX_free(context); }
    Digest(const Digest &) = delete;
    Digest &operator=(const Digest &) = delete;

    EVP_MD_CTX *context = EVP_MD_CTX_new();
};

Sha256::Sha256() : m_digest(std::make_unique<Digest>()) { }

Sha256::Sha256(Sha256 &&) noexcept = default;
Sha256 &Sha256::operator=(Sha256 &&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes)
{
    EVP_DigestUpdate(m_digest->context, bytes.data(), bytes.size());
}

std::string Sha256::finish()
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

std::string sha256Of(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

Result<std::string> sha256OfFile(const std::string &path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        return fail(path + " is not a file.");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    Sha256 hash;
    std::vector<char> chunk(1 << 20);
    while (file.read(chunk.data(), std::streamsize(chunk.size())), file.gcount() > 0)
        hash.add({chunk.data(), std::size_t(file.gcount())});
    if (file.bad())
        return fail("Could not read " + path + ".", std::strerror(errno));
    return hash.finish();
}

} // namespace motley
