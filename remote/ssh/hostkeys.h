// Which host keys the user knows, checked by us: libssh passes over @revoked lines and HostKeyAlias.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// A public key as on the wire: its type, then its numbers.
struct HostKey {
    std::string blob;

    std::string type() const; // "ssh-ed25519"; empty: not a key
    std::string fingerprint() const; // "SHA256:..."

    bool operator==(const HostKey &) const = default;
};

struct HostKeyFinding {
    // In ascending order of what counts: Known, this very key is listed; Changed, only other keys are. A host may show
    // a certificate by an Authority (@cert-authority) instead, or by one whose key is OtherRevoked; we cannot ask for
    // it.
    enum class Trust { Unknown, OtherRevoked, Changed, Authority, Known, Revoked };
    Trust trust = Trust::Unknown;
    std::string file; // the known_hosts file that `trust` follows from
    int line = 0;
    std::string listedFingerprint; // of the key in that line
};

// `name` as in SshSettings::nameInKnownHosts(). A file that does not exist lists nothing; one that cannot be read is an
// error, since it might say "revoked".
Result<HostKeyFinding> findHostKey(const HostKey &key, const std::string &name, const std::vector<std::string> &files);

// The line of a list as of RevokedHostKeys that holds the key; 0: none. Errors: a list that cannot be read, as then no
// host key can be trusted; a line that is no key; a list in the binary format (KRL).
Result<int> lineInRevokedKeys(const HostKey &key, const std::string &file);

// The key types that are listed for a name, so that the server can be asked for a key of one of them.
Result<std::vector<std::string>> knownKeyTypes(const std::string &name, const std::vector<std::string> &files);

// Appends a line, creating the file (0600) and its folder (0700) if there is none.
Result<void> addKnownHost(const HostKey &key, const std::string &name, const std::string &file, bool hashed);

} // namespace motley
