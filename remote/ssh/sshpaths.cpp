#include "remote/ssh/sshconfig.h"

#include <QSysInfo>

#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace motley {

namespace {

// As ssh does: the account's home, whatever HOME says.
const passwd *account()
{
    return ::getpwuid(::getuid());
}

std::string home()
{
    const auto *entry = account();
    return entry ? entry->pw_dir : "";
}

std::string tokenValue(char token, const SshSettings &settings)
{
    switch (token) {
    case '%':
        return "%";
    case 'd':
        return home();
    case 'h':
    case 'n':
        return settings.hostName;
    case 'k':
        return settings.hostKeyAlias.empty() ? settings.hostName : settings.hostKeyAlias;
    case 'p':
        return std::to_string(settings.port);
    case 'r':
        return settings.user;
    case 'u':
        return account() ? account()->pw_name : "";
    case 'i':
        return std::to_string(::getuid());
    case 'l':
        return QSysInfo::machineHostName().toStdString();
    case 'L':
        return QSysInfo::machineHostName().section(QLatin1Char('.'), 0, 0).toStdString();
    default:
        return std::string("%") + token;
    }
}

} // namespace

std::string expandedSshPath(std::string path, const SshSettings &settings)
{
    if (path == "~" || path.starts_with("~/"))
        path.replace(0, 1, home());
    std::string result;
    for (std::size_t at = 0; at < path.size(); ++at) {
        const auto variableEnd = path.compare(at, 2, "${") == 0 ? path.find('}', at) : std::string::npos;
        if (variableEnd != std::string::npos) {
            const char *value = std::getenv(path.substr(at + 2, variableEnd - at - 2).c_str());
            result += value ? value : "";
            at = variableEnd;
        } else if (path[at] == '%' && at + 1 < path.size()) {
            result += tokenValue(path[++at], settings);
        } else {
            result += path[at];
        }
    }
    return result;
}

} // namespace motley
