#include "remote/ssh/config/sshpaths.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QSysInfo>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <pwd.h>
#include <unistd.h>
#include <vector>

namespace motley {

namespace {

struct SshPathWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshconfig)
    MOTLEY_PHRASES(motley::sshconfig)
};

struct Account {
    std::string name;
    std::string home; // as in ssh: the account's, whatever HOME says
};

// An empty name stands for the account that runs this program.
std::optional<Account> account(const std::string &name = {})
{
    std::vector<char> text(16 << 10);
    passwd entry{};
    passwd *found = nullptr;
    if (name.empty())
        ::getpwuid_r(::getuid(), &entry, text.data(), text.size(), &found);
    else
        ::getpwnam_r(name.c_str(), &entry, text.data(), text.size(), &found);
    if (!found)
        return std::nullopt;
    return Account{entry.pw_name, entry.pw_dir};
}

// The hash of %C. Since OpenSSH 9.6 it covers the jump host too, so that it has one value only where there is none.
std::optional<std::string> connectionHash(const SshSettings &settings)
{
    if (!settings.jumps.empty())
        return std::nullopt;
    const auto parts
        = QSysInfo::machineHostName().toStdString() + settings.hostName + std::to_string(settings.port) + settings.user;
    return QCryptographicHash::hash(QByteArray::fromStdString(parts), QCryptographicHash::Sha1).toHex().toStdString();
}

std::optional<std::string> tokenValue(char token, const SshSettings &settings)
{
    switch (token) {
    case '%':
        return "%";
    case 'C':
        return connectionHash(settings);
    case 'd':
        return account().value_or(Account{}).home;
    case 'h':
        return settings.hostName;
    case 'i':
        return std::to_string(::getuid());
    case 'k':
        return settings.hostKeyAlias.empty() ? settings.originalHost : settings.hostKeyAlias;
    case 'l':
        return QSysInfo::machineHostName().toStdString();
    case 'L':
        return QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0).toStdString();
    case 'n':
        return settings.originalHost;
    case 'p':
        return std::to_string(settings.port);
    case 'r':
        return settings.user;
    case 'u':
        return account().value_or(Account{}).name;
    default:
        return std::nullopt;
    }
}

tl::unexpected<Error> withoutValue(const std::string &part, const std::string &text)
{
    return sentence(SshPathWords::phrase("%1 has no value here, in \u201c%2\u201d of your SSH configuration.")
                        .arg(QString::fromStdString(part), QString::fromStdString(text)));
}

Result<std::string> expanded(
    const std::string &text, const SshSettings &settings, std::string_view tokens, bool variables)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (variables && text.compare(at, 2, "${") == 0) {
            const auto end = std::min(text.find('}', at), text.size());
            const char *value = std::getenv(text.substr(at + 2, end - at - 2).c_str());
            if (end == text.size() || !value)
                return withoutValue(text.substr(at, end - at + 1), text);
            result += value;
            at = end;
        } else if (text[at] == '%') {
            const auto token = text.substr(at, 2);
            const bool known = token.size() == 2 && tokens.find(token[1]) != std::string_view::npos;
            const auto value = known ? tokenValue(token[1], settings) : std::nullopt;
            if (!value)
                return withoutValue(token, text);
            result += *value;
            ++at;
        } else {
            result += text[at];
        }
    }
    return result;
}

} // namespace

Result<std::string> withHomes(const std::string &path)
{
    if (!path.starts_with('~'))
        return path;
    const auto slash = std::min(path.find('/'), path.size());
    const auto owner = account(path.substr(1, slash - 1));
    if (!owner)
        return withoutValue(path.substr(0, slash), path);
    return owner->home + path.substr(slash);
}

Result<std::string> expandedSshPath(const std::string &path, const SshSettings &settings)
{
    return withHomes(path).and_then(
        [&](const std::string &absolute) { return expanded(absolute, settings, "%CdhikLlnpru", true); });
}

Result<std::string> expandedSshJump(const std::string &jump, const SshSettings &settings)
{
    return expanded(jump, settings, "%hnpr", false);
}

} // namespace motley
