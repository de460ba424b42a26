#include "remote/ssh/sshalgorithms.h"

#include "remote/session/untrustedtext.h"
#include "remote/ssh/keypolicy.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <libssh/libssh.h>

namespace motley {

namespace {

struct AlgorithmWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshalgorithms)
    MOTLEY_PHRASES(motley::sshalgorithms)
};

struct Kind {
    const char *keyword;
    const char *libsshName; // how libssh's error begins to name the kind, after "no match for method "
    std::array<ssh_options_e, 2> options; // there and back
    const char *usual;
};
constexpr Kind keyExchange{"KexAlgorithms", "kex algos", {SSH_OPTIONS_KEY_EXCHANGE, SSH_OPTIONS_KEY_EXCHANGE},
    "curve25519-sha256, ecdh-sha2-nistp256"};
constexpr Kind hostKeys{"HostKeyAlgorithms", "server host key algo", {SSH_OPTIONS_HOSTKEYS, SSH_OPTIONS_HOSTKEYS},
    "ssh-ed25519, ecdsa-sha2-nistp256, rsa-sha2-512, rsa-sha2-256"};
constexpr Kind ciphers{"Ciphers", "encryption", {SSH_OPTIONS_CIPHERS_C_S, SSH_OPTIONS_CIPHERS_S_C},
    "chacha20-poly1305@openssh.com, aes256-gcm@openssh.com, aes256-ctr"};
constexpr Kind macs{
    "MACs", "mac algo", {SSH_OPTIONS_HMAC_C_S, SSH_OPTIONS_HMAC_S_C}, "hmac-sha2-256-etm@openssh.com, hmac-sha2-512"};

constexpr qsizetype longestOffer = 400; // letters of it in a sentence

std::string joined(const std::vector<std::string> &names)
{
    std::string list;
    for (const auto &name : names)
        list += (list.empty() ? "" : ",") + name;
    return list;
}

// libssh leaves out what it does not have; false: nothing is left, and nothing was changed.
bool set(ssh_session_struct *session, const Kind &kind, const std::string &list)
{
    return std::all_of(kind.options.begin(), kind.options.end(),
        [&](ssh_options_e option) { return ssh_options_set(session, option, list.c_str()) == SSH_OK; });
}

Result<void> allow(ssh_session_struct *session, const Kind &kind, const std::string &list, const Sentence &machine)
{
    if (set(session, kind, list))
        return {};
    return sentence(
        AlgorithmWords::phrase("%1 of your SSH configuration allows nothing for %2 that is supported. Allow "
                               "one of these too: %3.")
            .arg(QLatin1String(kind.keyword), machine, QLatin1String(kind.usual)));
}

// Without certificates, whose host keys libssh does not have.
constexpr std::array hostKeysOfOurs{"ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "rsa-sha2-512", "rsa-sha2-256", "ssh-rsa"};

bool isOurs(const std::string &hostKey)
{
    return std::find(hostKeysOfOurs.begin(), hostKeysOfOurs.end(), hostKey) != hostKeysOfOurs.end();
}

// The algorithms of known keys come first: otherwise the server might show another one of its keys, which would look
// like a changed key.
std::vector<std::string> hostKeyAlgorithms(const std::vector<std::string> &knownTypes, std::vector<std::string> allowed)
{
    if (allowed.empty()) // ssh-rsa, which signs with SHA-1, only where the user wants it
        allowed.assign(hostKeysOfOurs.begin(), hostKeysOfOurs.end() - 1);
    std::erase_if(allowed, [](const auto &algorithm) { return !isOurs(algorithm); });
    std::stable_partition(allowed.begin(), allowed.end(), [&](const auto &algorithm) {
        return std::any_of(
            knownTypes.begin(), knownTypes.end(), [&](const auto &type) { return isAlgorithmOf(type, algorithm); });
    });
    return allowed;
}

// These need no MAC beside them.
std::vector<std::string> authenticatedCiphers(std::vector<std::string> names)
{
    std::erase_if(names, [](const std::string &name) {
        return !name.ends_with("-gcm@openssh.com") && name != "chacha20-poly1305@openssh.com";
    });
    return names;
}

// libssh chooses the hash of an RSA certificate's signature among the algorithms of plain RSA keys, so these have to
// stand beside those of certificates.
std::vector<std::string> forLibssh(std::vector<std::string> names)
{
    const auto has = [&](const char *name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    if (has("rsa-sha2-512") || has("rsa-sha2-256"))
        return names;
    for (const auto *name : {"rsa-sha2-512", "rsa-sha2-256"}) {
        if (has((std::string(name) + "-cert-v01@openssh.com").c_str()))
            names.push_back(name);
    }
    return names;
}

bool isSupported(const Kind &kind, const std::string &algorithm)
{
    const SshSessionHandle session(ssh_new());
    return set(session.get(), kind, algorithm) && (kind.keyword != hostKeys.keyword || isOurs(algorithm));
}

} // namespace

Result<void> allowAlgorithms(ssh_session_struct *session, const SshSettings &settings,
    const std::vector<std::string> &knownTypes, const Sentence &machine)
{
    // Where libssh has none of these, SshLogin uses no key.
    if (!settings.publicKeyAlgorithms.empty())
        ssh_options_set(
            session, SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, joined(forLibssh(settings.publicKeyAlgorithms)).c_str());
    auto allowed = allow(session, hostKeys, joined(hostKeyAlgorithms(knownTypes, settings.hostKeyAlgorithms)), machine);
    if (allowed && !settings.keyExchangeAlgorithms.empty())
        allowed = allow(session, keyExchange, joined(settings.keyExchangeAlgorithms), machine);
    if (allowed && !settings.ciphers.empty())
        allowed = allow(session, ciphers, joined(settings.ciphers), machine);
    if (!allowed || settings.macs.empty() || set(session, macs, joined(settings.macs)))
        return allowed;
    if (set(session, ciphers, joined(authenticatedCiphers(settings.ciphers))))
        return {};
    return allow(session, macs, joined(settings.macs), machine);
}

std::optional<Sentence> nothingInCommon(const std::string &libsshError, const Sentence &machine)
{
    const auto words = QString::fromStdString(cleaned(libsshError));
    const auto method = words.section(QStringLiteral("no match for method "), 1);
    const std::array kinds{keyExchange, hostKeys, ciphers, macs};
    const auto kind = std::find_if(kinds.begin(), kinds.end(),
        [&](const Kind &each) { return method.startsWith(QLatin1String(each.libsshName)); });
    if (kind == kinds.end())
        return std::nullopt;
    const auto offer = method.section(QStringLiteral("server ["), 1).section(QLatin1Char(']'), 0, 0).left(longestOffer);
    QStringList usable = offer.split(QLatin1Char(','));
    usable.removeIf([&](const QString &name) { return !isSupported(*kind, name.toStdString()); });
    const auto keyword = QLatin1String(kind->keyword);
    if (usable.isEmpty())
        return AlgorithmWords::phrase(
            "%1 and this computer have no algorithm in common: of %2 it offers only %3, which "
            "is not supported. Ask whoever runs that machine to allow others.")
            .arg(machine, keyword, offer);
    return AlgorithmWords::phrase(
        "%1 and this computer have no algorithm in common: of %2 it offers only %3, which your "
        "SSH configuration does not allow. Allow %4 by %2 there, or ask whoever runs that "
        "machine to allow others.")
        .arg(machine, keyword, offer, usable.join(QStringLiteral(", ")));
}

} // namespace motley
