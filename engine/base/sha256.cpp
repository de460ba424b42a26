#include "engine/base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

namespace motley {

namespace {

struct DigestDeleter {
    void operator()(EVP_MD_CTX *digest) const { EVP_MD_CTX_free(digest); }
};
using Digest = std::unique_ptr<EVP_MD_CTX, DigestDeleter>;

Digest begin()
{
    Digest digest(EVP_MD_CTX_new());
    EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
    return digest;
}

std::string finish(const Digest &digest)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    EVP_DigestFinal_ex(digest.get(), bytes.data(), &size);
    constexpr const char *digits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

} // namespace

std::string sha256Of(std::string_view bytes)
{
    const Digest digest = begin();
    EVP_DigestUpdate(digest.get(), bytes.data(), bytes.size());
    return finish(digest);
}

Result<std::string> sha256OfFile(const std::string &path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        return fail(path + " is not a file.");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    const Digest digest = begin();
    std::vector<char> chunk(1 << 20);
    while (file.read(chunk.data(), std::streamsize(chunk.size())), file.gcount() > 0)
        EVP_DigestUpdate(digest.get(), chunk.data(), std::size_t(file.gcount()));
    if (file.bad())
        return fail("Could not read " + path + ".", std::strerror(errno));
    return finish(digest);
}

} // namespace motley
