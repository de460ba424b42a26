#include "remote/ssh/config/sshconfig.h"
#include "remote/ssh/config/sshconfigfile.h"
#include "remote/ssh/config/sshpaths.h"

#include <algorithm>

namespace motley {

namespace {

void collect(const std::string &path, const std::string &folder, int depth, std::vector<QString> &aliases)
{
    if (depth > deepestSshInclude)
        return;
    for (const auto &text : sshConfigLines(path).value_or(std::vector<std::string>{})) {
        const auto line = parseSshConfigLine(text).value_or(SshConfigLine{});
        for (const auto &word : line.arguments) {
            if (line.keyword == "include") {
                for (const auto &included : includedSshFiles(word, folder))
                    collect(included, folder, depth + 1, aliases);
            } else if (line.keyword == "host") {
                const auto name = QString::fromStdString(word);
                const bool isName = word.find_first_of("*?!") == std::string::npos && !word.starts_with('-');
                if (isName && std::find(aliases.begin(), aliases.end(), name) == aliases.end())
                    aliases.push_back(name);
            }
        }
    }
}

} // namespace

std::vector<QString> sshAliases()
{
    const auto folder = withHomes("~/.ssh").value_or(std::string());
    const auto other = sshConfigFile().toStdString();
    std::vector<QString> aliases;
    collect(other.empty() ? folder + "/config" : other, folder, 0, aliases);
    return aliases;
}

} // namespace motley
