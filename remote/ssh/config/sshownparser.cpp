// Reads the SSH configuration as ssh(1) does, for computers without an SSH client.
#include "remote/session/sentence.h"
#include "remote/ssh/config/sshconfigfile.h"
#include "remote/ssh/config/sshpaths.h"
#include "remote/ssh/config/wildcard.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace motley {

namespace {

struct OwnParserWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshownparser)
    MOTLEY_PHRASES(motley::sshownparser)
};

using Names = std::set<std::string, std::less<>>;

// Keywords with one argument, of which the first value counts.
const Names single{"bindaddress", "bindinterface", "connecttimeout", "hostkeyalias", "hostname", "identityagent",
    "port", "proxyjump", "revokedhostkeys", "user"};
const Names yesOrNo{"yes", "no", "true", "false"};
const std::map<std::string, Names, std::less<>> choices{{"addressfamily", {"any", "inet", "inet6"}},
    {"hashknownhosts", yesOrNo}, {"identitiesonly", yesOrNo}, {"kbdinteractiveauthentication", yesOrNo},
    {"passwordauthentication", yesOrNo},
    {"pubkeyauthentication", {"yes", "no", "true", "false", "unbound", "host-bound"}},
    {"stricthostkeychecking", {"yes", "no", "true", "false", "ask", "off", "accept-new"}}};
const Names repeated{"certificatefile", "identityfile"};
const Names lists{"globalknownhostsfile", "knownhostscommand", "proxycommand", "userknownhostsfile"};
// Keywords that change neither the way to a machine nor what is trusted there.
const Names ignored{"addkeystoagent", "batchmode", "checkhostip", "ciphers", "compression", "connectionattempts",
    "controlmaster", "controlpath", "controlpersist", "dynamicforward", "enableescapecommandline", "escapechar",
    "exitonforwardfailure", "fingerprinthash", "forkafterauthentication", "forwardagent", "forwardx11",
    "forwardx11timeout", "forwardx11trusted", "gatewayports", "gssapiauthentication", "gssapidelegatecredentials",
    "ipqos", "kexalgorithms", "localcommand", "localforward", "loglevel", "logverbose", "macs",
    "numberofpasswordprompts", "permitlocalcommand", "permitremoteopen", "preferredauthentications", "rekeylimit",
    "remotecommand", "remoteforward", "requesttty", "sendenv", "serveralivecountmax", "serveraliveinterval",
    "sessiontype", "setenv", "stdinnull", "streamlocalbindmask", "streamlocalbindunlink", "syslogfacility",
    "tcpkeepalive", "tunnel", "tunneldevice", "updatehostkeys", "verifyhostkeydns", "visualhostkey", "xauthlocation"};

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

class Reader {
public:
    explicit Reader(const SshDestination &destination) : m_host(destination.host)
    {
        if (!destination.user.empty())
            m_values["user"] = {destination.user};
        if (destination.port != 0)
            m_values["port"] = {std::to_string(destination.port)};
    }

    // Relative paths of Include lie in `folder`. As in ssh, a Host block ends with its file, and a file that is
    // included within a block that does not apply has none that does.
    Result<void> read(const std::string &path, const std::string &folder, bool active = true, int depth = 0)
    {
        const auto lines = sshConfigLines(path);
        if (!lines || depth > deepestSshInclude)
            return sentence(
                OwnParserWords::phrase("The SSH configuration file %1 cannot be read, or it includes itself.")
                    .arg(QString::fromStdString(path)));
        bool applies = active;
        int number = 0;
        for (const auto &text : *lines) {
            m_place = path + ':' + std::to_string(++number);
            const auto line = parseSshConfigLine(text);
            if (!line || (line->keyword == "host" && line->arguments.empty()))
                return refused(text);
            if (line->keyword == "host")
                applies = active && isMeant(line->arguments);
            else if (const auto taken = take(*line, folder, applies, depth); !taken)
                return taken;
        }
        return {};
    }

    std::string asPrintedBySsh() const
    {
        auto values = m_values;
        const auto standard = [&](const char *keyword, std::vector<std::string> value) {
            if (values[keyword].empty())
                values[keyword] = std::move(value);
        };
        standard("hostname", {"%h"});
        auto &name = values["hostname"].front();
        name = expandedSshHostName(name, m_host).value_or(m_host);
        if (name.find(':') == std::string::npos) // ssh leaves addresses as they are
            name = lower(name);
        if (auto &alias = values["hostkeyalias"]; !alias.empty())
            alias.front() = lower(alias.front());
        standard("user", {ownAccount()});
        standard("port", {"22"});
        standard("identityfile", {"~/.ssh/id_rsa", "~/.ssh/id_ecdsa", "~/.ssh/id_ed25519"});
        standard("userknownhostsfile", {"~/.ssh/known_hosts ~/.ssh/known_hosts2"});
        standard("globalknownhostsfile", {"/etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2"});
        std::string output;
        for (const auto &[keyword, all] : values) {
            for (const auto &value : all)
                output += keyword + ' ' + value + '\n';
        }
        return output;
    }

private:
    Result<void> take(const SshConfigLine &line, const std::string &folder, bool applies, int depth)
    {
        const auto &[keyword, arguments] = line;
        if (keyword.empty() || ignored.contains(keyword))
            return {};
        if (keyword == "include")
            return include(arguments, folder, applies, depth);
        const auto choice = choices.find(keyword);
        const bool takesOne = choice != choices.end() || single.contains(keyword) || repeated.contains(keyword);
        if (arguments.empty() || (takesOne ? arguments.size() > 1 : !lists.contains(keyword)))
            return refused(keyword);
        auto value = arguments.front();
        for (std::size_t index = 1; index < arguments.size(); ++index)
            value += ' ' + arguments[index];
        if (choice != choices.end() && !choice->second.contains(value = lower(value)))
            return refused(keyword);
        if (keyword == "hostname" && !expandedSshHostName(value, m_host))
            return refused(keyword);
        if (keyword == "connecttimeout" && value != "none" && !std::all_of(value.begin(), value.end(), ::isdigit))
            return refused(keyword); // a time with units
        if (keyword == "proxyjump" && value.find('/') != std::string::npos)
            return refused(keyword); // a URI
        const bool decided = m_values.contains("proxyjump") || m_values.contains("proxycommand");
        if (!applies || (keyword.starts_with("proxy") && decided))
            return {};
        auto &values = m_values[keyword];
        if (values.empty() || repeated.contains(keyword))
            values.push_back(value);
        return {};
    }

    Result<void> include(const std::vector<std::string> &patterns, const std::string &folder, bool applies, int depth)
    {
        for (const auto &pattern : patterns) {
            for (const auto &file : includedSshFiles(pattern, folder)) {
                if (const auto included = read(file, folder, applies, depth + 1); !included)
                    return included;
            }
        }
        return {};
    }

    bool isMeant(const std::vector<std::string> &patterns) const
    {
        bool meant = false;
        for (const auto &pattern : patterns) {
            if (pattern.starts_with('!') && matchesWildcard(std::string_view(pattern).substr(1), m_host))
                return false;
            meant = meant || matchesWildcard(pattern, m_host);
        }
        return meant;
    }

    tl::unexpected<Error> refused(const std::string &what) const
    {
        return sentence(OwnParserWords::phrase(
            "%1 in your SSH configuration (%2) can be read by the ssh program only, and there is none "
            "here. Install the package openssh-client.")
                            .arg(QString::fromStdString(what), QString::fromStdString(m_place)));
    }

    std::string m_host;
    std::string m_place; // file:line
    std::map<std::string, std::vector<std::string>> m_values;
};

} // namespace

Result<SshSettings> readSshConfig(const SshDestination &destination, const std::string &configFile)
{
    Reader reader(destination);
    const auto home = withHomes("~/.ssh").value_or(std::string());
    std::vector<std::pair<std::string, std::string>> files{{configFile, home}};
    if (configFile.empty())
        files = {{home + "/config", home}, {"/etc/ssh/ssh_config", "/etc/ssh"}};
    for (const auto &[file, folder] : files) {
        struct stat state { };
        if (configFile.empty() && ::stat(file.c_str(), &state) != 0)
            continue;
        const bool othersMayWrite = (state.st_uid != 0 && state.st_uid != ::getuid()) || (state.st_mode & 022) != 0;
        if (configFile.empty() && othersMayWrite)
            return sentence(
                OwnParserWords::phrase("Others than you may change the SSH configuration file %1, so it is not read.")
                    .arg(QString::fromStdString(file)));
        if (const auto read = reader.read(file, folder); !read)
            return tl::unexpected(read.error());
    }
    return parseSshSettings(reader.asPrintedBySsh(), destination.host);
}

} // namespace motley
