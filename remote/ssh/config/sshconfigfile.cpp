#include "remote/ssh/config/sshconfigfile.h"

#include "remote/ssh/config/sshpaths.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <glob.h>

namespace motley {

namespace {

constexpr qint64 longestFile = 4 << 20;
constexpr std::string_view blanks = " \t\r\f";

void skip(std::string_view &rest, std::string_view characters)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
}

// Takes a word from the front, as ssh's argv_split(): quotes of both kinds may stand within a word, a backslash keeps
// a quote, a backslash or, outside quotes, a blank.
std::optional<std::string> readWord(std::string_view &rest)
{
    std::string word;
    char quote = 0;
    std::size_t at = 0;
    for (; at < rest.size(); ++at) {
        const char letter = rest[at];
        const char next = at + 1 < rest.size() ? rest[at + 1] : '\0';
        if (letter == '\\' && (next == '\'' || next == '"' || next == '\\' || (quote == 0 && next == ' ')))
            word += rest[++at];
        else if (quote == 0 && blanks.find(letter) != std::string_view::npos)
            break;
        else if (quote == 0 && (letter == '"' || letter == '\''))
            quote = letter;
        else if (quote != 0 && letter == quote)
            quote = 0;
        else
            word += letter;
    }
    rest.remove_prefix(at);
    if (quote != 0)
        return std::nullopt;
    return word;
}

} // namespace

std::optional<SshConfigLine> parseSshConfigLine(std::string_view line)
{
    SshConfigLine result;
    skip(line, blanks);
    if (line.empty() || line.front() == '#')
        return result;
    const auto end = std::min(line.find_first_of(" \t\r\f="), line.size());
    if (end == 0)
        return std::nullopt;
    result.keyword = line.substr(0, end);
    std::transform(result.keyword.begin(), result.keyword.end(), result.keyword.begin(),
        [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    line.remove_prefix(end);
    skip(line, blanks);
    if (line.starts_with('='))
        line.remove_prefix(1);
    for (skip(line, blanks); !line.empty() && line.front() != '#'; skip(line, blanks)) {
        auto word = readWord(line);
        if (!word)
            return std::nullopt;
        result.arguments.push_back(std::move(*word));
    }
    return result;
}

std::optional<std::vector<std::string>> sshConfigLines(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly)) // a named pipe would make open() wait
        return std::nullopt;
    std::vector<std::string> lines;
    const auto parts = file.read(longestFile).split('\n');
    for (const auto &line : parts)
        lines.push_back(line.toStdString());
    return lines;
}

std::vector<std::string> includedSshFiles(const std::string &pattern, const std::string &folder)
{
    const bool relative = !pattern.starts_with('/') && !pattern.starts_with('~');
    const auto path = withHomes(relative ? folder + '/' + pattern : pattern);
    glob_t matches{};
    std::vector<std::string> files;
    if (path && ::glob(path->c_str(), 0, nullptr, &matches) == 0)
        files.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
    ::globfree(&matches);
    return files;
}

} // namespace motley
