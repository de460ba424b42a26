#include "remote/ssh/sshconfig.h"

#include "remote/session/localsession.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

namespace motley {

namespace {

using Values = std::multimap<std::string, std::string>;

Values keyedLines(std::string_view output)
{
    Values values;
    std::istringstream lines{std::string(output)};
    for (std::string line; std::getline(lines, line);) {
        const auto space = line.find(' ');
        if (space != std::string::npos)
            values.emplace(line.substr(0, space), line.substr(space + 1));
    }
    return values;
}

std::string valueOf(const Values &values, const std::string &key, const std::string &otherwise = {})
{
    const auto found = values.find(key);
    return found == values.end() ? otherwise : found->second;
}

std::vector<std::string> words(const std::string &text, char separator = ' ')
{
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) {
        if (!word.empty())
            result.push_back(word);
    }
    return result;
}

int number(const std::string &text, int otherwise)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : otherwise;
}

bool isOn(const Values &values, const std::string &key, bool otherwise)
{
    const auto value = valueOf(values, key);
    return value.empty() ? otherwise : value == "yes" || value == "true";
}

std::vector<std::string> expandedFiles(const std::string &list, const SshSettings &settings)
{
    std::vector<std::string> files;
    for (const auto &word : words(list)) {
        if (word != "none")
            files.push_back(expandedSshPath(word, settings));
    }
    return files;
}

std::string agentSocket(const std::string &value, const SshSettings &settings)
{
    if (value == "none")
        return {};
    if (value.empty() || value == "SSH_AUTH_SOCK")
        return qEnvironmentVariable("SSH_AUTH_SOCK").toStdString();
    if (value.front() == '$' && value.find('{') == std::string::npos)
        return qEnvironmentVariable(value.c_str() + 1).toStdString();
    return expandedSshPath(value, settings);
}

SshSettings::AddressFamily addressFamily(const std::string &value)
{
    if (value == "inet")
        return SshSettings::AddressFamily::IPv4;
    return value == "inet6" ? SshSettings::AddressFamily::IPv6 : SshSettings::AddressFamily::Any;
}

// A destination becomes an argument of ssh and, by the user's Match exec, may reach a shell.
bool isAcceptable(const std::string &destination)
{
    static const QRegularExpression form(
        QStringLiteral("^[^-\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#][^\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#]{0,511}$"));
    return form.match(QString::fromStdString(destination)).hasMatch();
}

// The arguments of ssh for a destination: a port becomes an option of its own, as not every ssh takes [address]:port.
std::vector<std::string> sshArguments(const std::string &destination)
{
    static const QRegularExpression withPort(
        QStringLiteral("^(?:ssh://)?([^@]*@)?(?:\\[([^\\]]+)\\]|([^:/\\[\\]]+)):([0-9]+)/?$"));
    const auto match = withPort.match(QString::fromStdString(destination));
    if (!match.hasMatch())
        return {"--", destination};
    const auto host = match.captured(1) + match.captured(2) + match.captured(3);
    return {"-p", match.captured(4).toStdString(), "--", host.toStdString()};
}

} // namespace

std::string SshSettings::nameInKnownHosts() const
{
    std::string name = hostKeyAlias.empty() ? hostName : hostKeyAlias;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return port == 22 || !hostKeyAlias.empty() ? name : '[' + name + "]:" + std::to_string(port);
}

std::vector<std::string> SshSettings::knownHostsFiles() const
{
    auto files = userKnownHostsFiles;
    files.insert(files.end(), globalKnownHostsFiles.begin(), globalKnownHostsFiles.end());
    return files;
}

QString sshConfigFile()
{
    return qEnvironmentVariable("MOTLEY_SSH_CONFIG");
}

Result<SshSettings> resolveSsh(const std::string &destination, std::stop_token stop)
{
    if (!isAcceptable(destination))
        return fail(QCoreApplication::translate("motley::sshconfig",
            "\u201c%1\u201d is not an SSH destination. Give an alias of your SSH configuration, user@host or "
            "ssh://user@host:port.")
                        .arg(QString::fromStdString(destination).simplified().left(100))
                        .toStdString());
    const auto config = sshConfigFile().toStdString();
    if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
        return parseWithLibssh(destination, config);

    std::vector<std::string> arguments{"ssh", "-G"};
    if (!config.empty())
        arguments.insert(arguments.end(), {"-F", config});
    const auto target = sshArguments(destination);
    arguments.insert(arguments.end(), target.begin(), target.end());
    CommandOptions options;
    options.silenceLimit = std::chrono::seconds(10);
    options.outputLimit = 1 << 20;
    options.stop = std::move(stop);
    const auto result = runProgram(arguments, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return fail(QCoreApplication::translate("motley::sshconfig", "Your SSH configuration does not work for %1: %2")
                        .arg(QString::fromStdString(destination), QString::fromStdString(result->errors).simplified())
                        .toStdString());
    return parseSshSettings(result->output);
}

Result<SshSettings> parseSshSettings(std::string_view output)
{
    const auto values = keyedLines(output);
    SshSettings settings;
    settings.hostName = valueOf(values, "hostname");
    settings.user = valueOf(values, "user");
    settings.port = number(valueOf(values, "port"), 0);
    if (settings.hostName.empty() || settings.user.empty() || settings.port < 1 || settings.port > 65535)
        return fail(QCoreApplication::translate(
            "motley::sshconfig", "The SSH configuration of this destination names no host, user or valid port.")
                        .toStdString());
    settings.addressFamily = addressFamily(valueOf(values, "addressfamily"));
    settings.connectTimeout = std::chrono::seconds(std::clamp(number(valueOf(values, "connecttimeout"), 10), 1, 600));
    settings.hostKeyAlias = valueOf(values, "hostkeyalias");

    const auto [firstIdentity, lastIdentity] = values.equal_range("identityfile");
    for (auto identity = firstIdentity; identity != lastIdentity; ++identity) {
        if (identity->second != "none")
            settings.identityFiles.push_back(expandedSshPath(identity->second, settings));
    }
    settings.identitiesOnly = isOn(values, "identitiesonly", false);
    settings.identityAgent = agentSocket(valueOf(values, "identityagent"), settings);
    settings.publicKeys = isOn(values, "pubkeyauthentication", true);
    settings.passwords = isOn(values, "passwordauthentication", true);
    settings.keyboardInteractive = isOn(values, "kbdinteractiveauthentication", true);

    if (const auto jumps = valueOf(values, "proxyjump", "none"); jumps != "none")
        settings.jumps = words(jumps, ',');
    if (const auto command = valueOf(values, "proxycommand", "none"); command != "none")
        settings.proxyCommand = command;

    settings.userKnownHostsFiles = expandedFiles(valueOf(values, "userknownhostsfile"), settings);
    settings.globalKnownHostsFiles = expandedFiles(valueOf(values, "globalknownhostsfile"), settings);
    settings.hashKnownHosts = isOn(values, "hashknownhosts", false);
    settings.refuseUnknownHosts = isOn(values, "stricthostkeychecking", false);
    return settings;
}

} // namespace motley
