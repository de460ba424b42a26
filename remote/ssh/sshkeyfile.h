// Key files of the user: the public half without a passphrase where that is possible, the private half with it.
#pragma once

#include "remote/ssh/sshhandles.h"

#include <optional>
#include <string>
#include <string_view>

namespace motley {

SshKeyHandle readPublicKey(
    const std::string &path); // from path.pub or from the file itself; null: it needs a passphrase
SshKeyHandle readCertificate(const std::string &path); // of a public key, signed by an authority; null: there is none
std::string blobOf(const SshKeyHandle &key);

// Whether a certificate is for a key, both as blobs: type, a nonce in the certificate only, and the numbers of the key.
bool isCertificateFor(std::string_view certificate, std::string_view key);

bool isOpenToOthers(const std::string &path); // ssh uses no private key of the user's that others can read or change

struct PrivateKey {
    SshKeyHandle key; // null: it could not be read
    bool needsPassphrase = false; // the file is encrypted (and the passphrase, if any, does not fit)
};
PrivateKey readPrivateKey(const std::string &path, const char *passphrase = nullptr);

} // namespace motley
