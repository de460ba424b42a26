#include "remote/ssh/sshconfig.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <glob.h>

namespace motley {

namespace {

constexpr int deepestInclude = 16;
constexpr qint64 longestFile = 4 << 20;

// keyword and arguments of a line; arguments may be in double quotes, the keyword may be followed by '='.
QStringList wordsOf(const QString &line)
{
    static const QRegularExpression word(QStringLiteral("\"([^\"]*)\"|([^\\s\"=]+)"));
    QStringList words;
    auto matches = word.globalMatch(line);
    while (matches.hasNext()) {
        const auto match = matches.next();
        for (int group = 1; group <= 2; ++group) {
            if (!match.captured(group).isEmpty())
                words += match.captured(group);
        }
    }
    return words;
}

QStringList filesMatching(const QString &pattern, const QDir &folder)
{
    SshSettings nobody;
    const auto expanded = QString::fromStdString(expandedSshPath(pattern.toStdString(), nobody));
    const auto path = QDir::isAbsolutePath(expanded) ? expanded : folder.filePath(expanded);
    glob_t matches{};
    QStringList files;
    if (::glob(QFile::encodeName(path).constData(), 0, nullptr, &matches) == 0) {
        for (std::size_t index = 0; index < matches.gl_pathc; ++index)
            files += QFile::decodeName(matches.gl_pathv[index]);
    }
    ::globfree(&matches);
    return files;
}

void collect(const QString &path, const QDir &folder, int depth, std::vector<QString> &aliases)
{
    QFile file(path);
    if (depth > deepestInclude || !file.open(QIODevice::ReadOnly))
        return;
    const auto lines = QString::fromUtf8(file.read(longestFile)).split(QLatin1Char('\n'));
    for (const auto &line : lines) {
        auto words = wordsOf(line.trimmed());
        if (words.size() < 2 || words.first().startsWith(QLatin1Char('#')))
            continue;
        const auto keyword = words.takeFirst().toLower();
        for (const auto &word : words) {
            if (keyword == QLatin1String("include")) {
                for (const auto &included : filesMatching(word, folder))
                    collect(included, folder, depth + 1, aliases);
            } else if (keyword == QLatin1String("host")) {
                static const QRegularExpression pattern(QStringLiteral("[*?!]"));
                const bool isName = !word.contains(pattern) && !word.startsWith(QLatin1Char('-'));
                if (isName && std::find(aliases.begin(), aliases.end(), word) == aliases.end())
                    aliases.push_back(word);
            }
        }
    }
}

} // namespace

std::vector<QString> sshAliases()
{
    const SshSettings nobody;
    const QDir folder(QString::fromStdString(expandedSshPath("~/.ssh", nobody)));
    const auto other = sshConfigFile();
    std::vector<QString> aliases;
    collect(other.isEmpty() ? folder.filePath(QStringLiteral("config")) : other, folder, 0, aliases);
    return aliases;
}

} // namespace motley
