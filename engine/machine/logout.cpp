#include "engine/machine/logout.h"

#include "engine/base/textfile.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t longestFile = 1 << 16; // bytes

// In the order in which they count: of drop-ins with the same name the one in /etc, and then by their names.
std::vector<fs::path> settingFiles(const std::string &root)
{
    std::map<fs::path, fs::path> byName;
    for (const char *folder : {"/etc", "/run", "/usr/lib"}) {
        std::error_code ignored;
        for (const auto &entry : fs::directory_iterator(root + folder + "/systemd/logind.conf.d", ignored))
            if (entry.path().extension() == ".conf")
                byName.emplace(entry.path().filename(), entry.path());
    }
    std::vector<fs::path> files{root + "/etc/systemd/logind.conf"};
    for (const auto &[name, file] : byName)
        files.push_back(file);
    return files;
}

struct Settings {
    bool kills = false; // as systems are shipped
    std::string onlyUsers;
    std::string excludedUsers = "root";
};

std::string trimmed(const std::string &text)
{
    constexpr const char *blank = " \t\r";
    const auto first = text.find_first_not_of(blank);
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

Settings settingsBelow(const std::string &root)
{
    Settings settings;
    for (const fs::path &file : settingFiles(root)) {
        std::istringstream lines(readTextFile(file.string(), longestFile).value_or(std::string()));
        for (std::string line; std::getline(lines, line);) {
            const auto equals = line.find('=');
            const std::string key = trimmed(line.substr(0, equals));
            const std::string value = equals == std::string::npos ? std::string() : trimmed(line.substr(equals + 1));
            if (key == "KillUserProcesses")
                settings.kills = value == "yes" || value == "true" || value == "1" || value == "on";
            else if (key == "KillOnlyUsers")
                settings.onlyUsers = value;
            else if (key == "KillExcludeUsers")
                settings.excludedUsers = value;
        }
    }
    return settings;
}

bool names(const std::string &users, const std::string &account)
{
    std::istringstream words(users);
    for (std::string word; words >> word;)
        if (word == account)
            return true;
    return false;
}

// A service of the system, or of an account that lingers, is in no session.
bool isInSession(const std::string &controlGroups)
{
    const auto session = controlGroups.find("/session-");
    return session != std::string::npos && controlGroups.find(".scope", session) != std::string::npos;
}

} // namespace

bool endsAtLogout(const std::string &account, const std::string &controlGroups, const std::string &root)
{
    const Settings settings = settingsBelow(root);
    return settings.kills && isInSession(controlGroups) && !names(settings.excludedUsers, account)
        && (settings.onlyUsers.empty() || names(settings.onlyUsers, account));
}

bool endsAtLogout()
{
    const passwd *account = getpwuid(geteuid());
    const auto groups = readTextFile("/proc/self/cgroup", longestFile);
    return account && groups && endsAtLogout(account->pw_name, *groups, {});
}

} // namespace motley
