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

    std::string hostName;
    int port = 22;
    std::string user;
    AddressFamily addressFamily = AddressFamily::Any;
    std::chrono::seconds connectTimeout{10};

    std::vector<std::string> identityFiles; // in the user's order
    bool identitiesOnly = false;
    std::string identityAgent; // path of its socket; empty: no agent
    bool publicKeys = true; // the methods that the configuration leaves on
    bool passwords = true;
    bool keyboardInteractive = true;

    std::vector<std::string> jumps; // destinations, in the order of travel
    std::string proxyCommand;

    std::string hostKeyAlias;
    std::vector<std::string> userKnownHostsFiles;
    std::vector<std::string> globalKnownHostsFiles;
    bool hashKnownHosts = false;
    bool refuseUnknownHosts = false; // StrictHostKeyChecking yes; all its other values mean: ask

    // The name that known_hosts files have this host under.
    std::string nameInKnownHosts() const;
    std::vector<std::string> knownHostsFiles() const;

    bool operator==(const SshSettings &) const = default;
};

// `ssh -G` where there is a client, libssh's own parser otherwise. Besides ssh's forms user@host:port is understood.
Result<SshSettings> resolveSsh(const std::string &destination, std::stop_token stop = {});

Result<SshSettings> parseSshSettings(std::string_view output); // what ssh -G printed
Result<SshSettings> parseWithLibssh(
    const std::string &destination, const std::string &configFile); // empty: the default

// Empty: ssh's own default. MOTLEY_SSH_CONFIG names another file, like ssh -F: for laboratories and tests.
QString sshConfigFile();

// The hosts that the configuration names, without patterns.
std::vector<QString> sshAliases();

// A path with ~, %-tokens and ${VARIABLES} filled in, as in IdentityFile and UserKnownHostsFile.
std::string expandedSshPath(std::string path, const SshSettings &settings);

} // namespace motley
