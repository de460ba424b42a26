// The settings of the user's SSH configuration for a destination.
#pragma once

#include "engine/base/result.h"

#include <QString>

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct SshSettings {
    enum class AddressFamily { Any, IPv4, IPv6 };
    static constexpr std::chrono::hours noTimeLimit{365 * 24};

    std::string originalHost; // as in the destination, before HostName
    std::string hostName;
    int port = 22;
    std::string user;
    AddressFamily addressFamily = AddressFamily::Any;
    std::chrono::seconds connectTimeout{10};

    std::vector<std::string> identityFiles; // in the user's order
    std::vector<std::string> certificateFiles;
    bool identitiesOnly = false;
    std::string identityAgent; // path of its socket; empty: no agent
    bool publicKeys = true; // the methods that the configuration leaves on
    bool passwords = true;
    bool keyboardInteractive = true;
    std::vector<std::string> preferredMethods; // the only ones, in their order; empty: all of these in ours
    std::vector<std::string> publicKeyAlgorithms; // signatures by the user's keys; empty: any
    std::int64_t smallestRsaKey = 1024; // bits, of hosts and users

    std::vector<std::string> keyExchangeAlgorithms; // of these and the next two empty: any
    std::vector<std::string> ciphers;
    std::vector<std::string> macs;

    std::vector<std::string> jumps; // destinations, in the order of travel

    std::string hostKeyAlias;
    std::vector<std::string> hostKeyAlgorithms; // empty: any
    std::string revokedHostKeys; // the path of a list; empty: none
    std::vector<std::string> userKnownHostsFiles;
    std::vector<std::string> globalKnownHostsFiles;
    bool hashKnownHosts = false;
    bool refuseUnknownHosts = false; // StrictHostKeyChecking yes; all its other values mean: ask

    // The name that known_hosts files have this host under: with its port, unless that is SSH's.
    std::string nameInKnownHosts() const;
    std::string nameWithoutPort() const;
    std::vector<std::string> knownHostsFiles() const;

    bool operator==(const SshSettings &) const = default;
};

// What `ssh -G` says of the destination. Errors: there is no ssh, or its configuration does not work.
Result<SshSettings> resolveSsh(const std::string &destination, std::stop_token stop = {});

// What ssh -G printed. Errors: no host, user or port; a path or jump that cannot be expanded; a keyword that would
// change the way to the machine or what is trusted there, and is not supported.
Result<SshSettings> parseSshSettings(std::string_view output, const std::string &originalHost);

// Empty: ssh's own default. MOTLEY_SSH_CONFIG names another file, like ssh -F: for laboratories and tests.
QString sshConfigFile();

// The hosts that the configuration names, without patterns.
std::vector<QString> sshAliases();

} // namespace motley
