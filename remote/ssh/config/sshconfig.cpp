#include "remote/ssh/config/sshconfig.h"

#include "remote/session/localsession.h"
#include "remote/session/sentence.h"
#include "remote/ssh/config/sshdestination.h"
#include "remote/ssh/config/sshpathlist.h"
#include "remote/ssh/config/sshpaths.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <sstream>

namespace motley {

namespace {

struct SshConfigWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshconfig)
    MOTLEY_PHRASES(motley::sshconfig)
};

constexpr std::chrono::minutes matchExecLimit{2}; // ssh waits for such commands without a limit
constexpr std::size_t longestOutput = 64 << 20;

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

std::int64_t number(const std::string &text, std::int64_t otherwise)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : otherwise;
}

bool isOn(const Values &values, const std::string &key, bool otherwise)
{
    const auto value = valueOf(values, key);
    return value.empty() ? otherwise : value == "yes" || value == "true";
}

std::string valueUnlessNone(const Values &values, const std::string &key)
{
    const auto value = valueOf(values, key);
    return value == "none" ? std::string() : value;
}

Result<void> refuseUnsupported(const Values &values)
{
    for (const auto &[key, name] : {std::pair{"bindaddress", "BindAddress"}, {"bindinterface", "BindInterface"},
             {"knownhostscommand", "KnownHostsCommand"}, {"proxycommand", "ProxyCommand"}}) {
        if (!valueUnlessNone(values, key).empty())
            return sentence(SshConfigWords::phrase(
                "The SSH configuration of %1 uses %2, which is not supported. Remove it for this "
                "host; ProxyJump can take the place of ProxyCommand, and a known_hosts file that "
                "of KnownHostsCommand.")
                                .arg(QString::fromStdString(valueOf(values, "hostname")), QLatin1String(name)));
    }
    return {};
}

// Empty: the configuration names none. Errors: none of those that it names is ours.
Result<std::vector<std::string>> preferredMethods(const Values &values)
{
    static constexpr std::array ours{"publickey", "password", "keyboard-interactive"};
    const auto named = valueOf(values, "preferredauthentications");
    auto methods = words(named, ',');
    std::erase_if(
        methods, [](const auto &method) { return std::find(ours.begin(), ours.end(), method) == ours.end(); });
    if (methods.empty() && !named.empty())
        return sentence(SshConfigWords::phrase("PreferredAuthentications of your SSH configuration allows %1 only, "
                                               "which is not supported. Add publickey.")
                            .arg(QString::fromStdString(named)));
    return methods;
}

// ssh takes 0 for no limit, and prints "none" where none is named.
std::chrono::seconds connectTimeout(const Values &values)
{
    const auto seconds = number(valueOf(values, "connecttimeout"), SshSettings().connectTimeout.count());
    return seconds > 0 ? std::chrono::seconds(seconds) : SshSettings::noTimeLimit;
}

// The values of a keyword that may be given several times, a path each.
Result<std::vector<std::string>> expandedPaths(
    const Values &values, const std::string &key, const SshSettings &settings)
{
    std::vector<std::string> paths;
    const auto [first, last] = values.equal_range(key);
    for (auto value = first; value != last; ++value) {
        if (value->second == "none")
            continue;
        auto path = expandedSshPath(value->second, settings);
        if (!path)
            return tl::unexpected(path.error());
        paths.push_back(std::move(*path));
    }
    return paths;
}

Result<std::vector<std::string>> expandedJumps(const Values &values, const SshSettings &settings)
{
    std::vector<std::string> jumps;
    for (const auto &jump : words(valueUnlessNone(values, "proxyjump"), ',')) {
        auto expanded = expandedSshJump(jump, settings);
        if (!expanded)
            return tl::unexpected(expanded.error());
        jumps.push_back(std::move(*expanded));
    }
    return jumps;
}

Result<std::string> agentSocket(const std::string &value, const SshSettings &settings)
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

// A port becomes an option of its own, as not every ssh takes host:port.
std::vector<std::string> sshArguments(const SshDestination &destination)
{
    std::vector<std::string> arguments;
    if (destination.port != 0)
        arguments = {"-p", std::to_string(destination.port)};
    const auto account = destination.user.empty() ? std::string() : destination.user + '@';
    arguments.insert(arguments.end(), {"--", account + destination.host});
    return arguments;
}

} // namespace

std::string SshSettings::nameWithoutPort() const
{
    std::string name = hostKeyAlias.empty() ? hostName : hostKeyAlias;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
}

std::string SshSettings::nameInKnownHosts() const
{
    const auto name = nameWithoutPort();
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

Result<SshSettings> resolveSsh(const std::string &text, std::stop_token stop)
{
    const auto destination = parseSshDestination(text);
    if (!destination)
        return sentence(
            SshConfigWords::phrase("\u201c%1\u201d is not an SSH address. Give an alias of your SSH configuration, "
                                   "user@host or ssh://user@host:port.")
                .arg(QString::fromStdString(text).simplified().left(100)));
    if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
        return sentence(SshConfigWords::phrase("The program ssh, which reads your SSH configuration, is not on this "
                                               "computer. Install the package openssh-client."));
    const auto config = sshConfigFile().toStdString();

    std::vector<std::string> arguments{"ssh", "-G"};
    if (!config.empty())
        arguments.insert(arguments.end(), {"-F", config});
    const auto target = sshArguments(*destination);
    arguments.insert(arguments.end(), target.begin(), target.end());
    CommandOptions options;
    options.silenceLimit = matchExecLimit;
    options.outputLimit = longestOutput;
    options.stop = std::move(stop);
    const auto result = runProgram(arguments, options);
    const auto useless = SshConfigWords::phrase("Your SSH configuration does not work for %1: %2");
    if (!result && options.stop.stop_requested())
        return tl::unexpected(result.error());
    if (!result)
        return sentence(useless.arg(QString::fromStdString(text), result.error()));
    if (result->exitCode != 0)
        return sentence(useless.arg(QString::fromStdString(text), QString::fromStdString(result->errors).simplified()));
    if (result->truncated)
        return sentence(useless.arg(QString::fromStdString(text), SshConfigWords::phrase("it is too long")));
    return parseSshSettings(result->output, destination->host);
}

Result<SshSettings> parseSshSettings(std::string_view output, const std::string &originalHost)
{
    const auto values = keyedLines(output);
    SshSettings settings;
    settings.originalHost = originalHost;
    settings.hostName = valueOf(values, "hostname");
    settings.user = valueOf(values, "user");
    const auto port = number(valueOf(values, "port"), 0);
    if (settings.hostName.empty() || settings.user.empty() || port < 1 || port > 65535)
        return sentence(
            SshConfigWords::phrase("The SSH configuration of this address names no host, user or valid port."));
    if (const auto refused = refuseUnsupported(values); !refused)
        return tl::unexpected(refused.error());
    settings.port = static_cast<int>(port);
    settings.addressFamily = addressFamily(valueOf(values, "addressfamily"));
    settings.connectTimeout = connectTimeout(values);
    settings.hostKeyAlias = valueOf(values, "hostkeyalias");
    settings.hostKeyAlgorithms = words(valueOf(values, "hostkeyalgorithms"), ',');
    settings.keyExchangeAlgorithms = words(valueOf(values, "kexalgorithms"), ',');
    settings.ciphers = words(valueOf(values, "ciphers"), ',');
    settings.macs = words(valueOf(values, "macs"), ',');
    const auto olderName = valueOf(values, "pubkeyacceptedkeytypes"); // before OpenSSH 8.5
    settings.publicKeyAlgorithms = words(valueOf(values, "pubkeyacceptedalgorithms", olderName), ',');
    settings.smallestRsaKey = std::max<std::int64_t>(number(valueOf(values, "requiredrsasize"), 0), 1024);

    settings.identitiesOnly = isOn(values, "identitiesonly", false);
    settings.publicKeys = valueOf(values, "pubkeyauthentication") != "no"
        && valueOf(values, "pubkeyauthentication") != "false"; // also "unbound" and "host-bound"
    settings.passwords = isOn(values, "passwordauthentication", true);
    settings.keyboardInteractive = isOn(values, "kbdinteractiveauthentication", true);
    settings.hashKnownHosts = isOn(values, "hashknownhosts", false);
    settings.refuseUnknownHosts = isOn(values, "stricthostkeychecking", false);

    Result<void> expanded;
    const auto assign = [&](auto &setting, auto &&value) {
        if (expanded && value)
            setting = std::move(*value);
        else if (expanded)
            expanded = tl::unexpected(value.error());
    };
    assign(settings.jumps, expandedJumps(values, settings));
    assign(settings.identityFiles, expandedPaths(values, "identityfile", settings));
    assign(settings.certificateFiles, expandedPaths(values, "certificatefile", settings));
    assign(settings.identityAgent, agentSocket(valueOf(values, "identityagent"), settings));
    assign(settings.revokedHostKeys, withHomes(valueUnlessNone(values, "revokedhostkeys")));
    assign(settings.preferredMethods, preferredMethods(values));
    assign(settings.userKnownHostsFiles,
        expandedSshPaths(valueOf(values, "userknownhostsfile"), "UserKnownHostsFile", settings));
    assign(settings.globalKnownHostsFiles,
        expandedSshPaths(valueOf(values, "globalknownhostsfile"), "GlobalKnownHostsFile", settings));
    return expanded.map([&] { return settings; });
}

} // namespace motley
