#include "remote/ssh/keypolicy.h"

#include "remote/ssh/sshwire.h"

#include <algorithm>
#include <bit>

namespace motley {

namespace {

constexpr std::string_view certificateSuffix = "-cert-v01@openssh.com";

} // namespace

bool isAlgorithmOf(std::string_view type, std::string_view algorithm)
{
    if (type == algorithm)
        return true;
    const bool certified = type.ends_with(certificateSuffix);
    if (certified != algorithm.ends_with(certificateSuffix) || !type.starts_with("ssh-rsa"))
        return false;
    if (certified)
        algorithm.remove_suffix(certificateSuffix.size());
    return algorithm == "rsa-sha2-512" || algorithm == "rsa-sha2-256";
}

std::int64_t rsaBits(std::string_view blob)
{
    const auto type = readString(blob);
    const bool certified = type == "ssh-rsa-cert-v01@openssh.com";
    if (!certified && type != "ssh-rsa")
        return 0;
    if (certified)
        readString(blob); // a nonce
    readString(blob); // the exponent
    auto modulus = readString(blob).value_or(std::string_view());
    modulus.remove_prefix(std::min(modulus.find_first_not_of('\0'), modulus.size()));
    if (modulus.empty())
        return 0;
    const auto first = static_cast<unsigned char>(modulus.front());
    return static_cast<std::int64_t>(modulus.size() - 1) * 8 + std::bit_width(first);
}

bool isShorterThan(std::int64_t bits, std::string_view blob)
{
    const auto own = rsaBits(blob);
    return own != 0 && own < bits;
}

std::string_view keywordAgainst(std::string_view blob, const SshSettings &settings)
{
    if (isShorterThan(settings.smallestRsaKey, blob))
        return "RequiredRSASize";
    auto rest = blob;
    const auto type = readString(rest).value_or(std::string_view());
    const auto &allowed = settings.publicKeyAlgorithms;
    const bool isAllowed = allowed.empty() || std::any_of(allowed.begin(), allowed.end(), [&](const auto &algorithm) {
        return isAlgorithmOf(type, algorithm);
    });
    return isAllowed ? std::string_view() : "PubkeyAcceptedAlgorithms";
}

} // namespace motley
