// Reads the SSH configuration with libssh's own parser, for computers without an SSH client.
#include "remote/ssh/sshconfig.h"

#include "remote/ssh/sshhandles.h"

#include <QCoreApplication>

#include <libssh/libssh.h>

namespace motley {

namespace {

std::string option(ssh_session session, ssh_options_e name)
{
    char *value = nullptr;
    if (ssh_options_get(session, name, &value) != SSH_OK || !value)
        return {};
    std::string result = value;
    ssh_string_free_char(value);
    return result;
}

// user@host, or ssh://user@host:port
void setDestination(ssh_session session, std::string destination)
{
    if (destination.starts_with("ssh://"))
        destination.erase(0, 6);
    const auto at = destination.rfind('@');
    if (at != std::string::npos) {
        ssh_options_set(session, SSH_OPTIONS_USER, destination.substr(0, at).c_str());
        destination.erase(0, at + 1);
    }
    const auto colon = destination.rfind(':');
    const bool bracketed = destination.starts_with('[');
    if (colon != std::string::npos
        && (destination.find(':') == colon || (bracketed && destination[colon - 1] == ']'))) {
        ssh_options_set(session, SSH_OPTIONS_PORT_STR, destination.substr(colon + 1).c_str());
        destination.erase(colon);
    }
    if (bracketed && destination.ends_with(']'))
        destination = destination.substr(1, destination.size() - 2);
    ssh_options_set(session, SSH_OPTIONS_HOST, destination.c_str());
}

} // namespace

Result<SshSettings> parseWithLibssh(const std::string &destination, const std::string &configFile)
{
    const SshSessionHandle session(ssh_new());
    setDestination(session.get(), destination);
    if (ssh_options_parse_config(session.get(), configFile.empty() ? nullptr : configFile.c_str()) != SSH_OK)
        return fail(QCoreApplication::translate("motley::sshconfig", "Your SSH configuration does not work for %1: %2")
                        .arg(QString::fromStdString(destination), QString::fromUtf8(ssh_get_error(session.get())))
                        .toStdString());
    SshSettings settings;
    unsigned port = 22;
    ssh_options_get_port(session.get(), &port);
    settings.port = static_cast<int>(port);
    settings.hostName = option(session.get(), SSH_OPTIONS_HOST);
    settings.user = option(session.get(), SSH_OPTIONS_USER);
    if (settings.user.empty())
        settings.user = expandedSshPath("%u", settings);
    settings.proxyCommand = option(session.get(), SSH_OPTIONS_PROXYCOMMAND);
    settings.identityAgent = qEnvironmentVariable("SSH_AUTH_SOCK").toStdString();
    if (const auto identity = option(session.get(), SSH_OPTIONS_IDENTITY); !identity.empty())
        settings.identityFiles.push_back(expandedSshPath(identity, settings));
    for (const auto *name : {"id_ed25519", "id_ecdsa", "id_rsa"})
        settings.identityFiles.push_back(expandedSshPath(std::string("~/.ssh/") + name, settings));
    const auto knownHosts = option(session.get(), SSH_OPTIONS_KNOWNHOSTS);
    settings.userKnownHostsFiles = {expandedSshPath(knownHosts.empty() ? "~/.ssh/known_hosts" : knownHosts, settings)};
    settings.globalKnownHostsFiles = {"/etc/ssh/ssh_known_hosts"};
    return settings;
}

} // namespace motley
