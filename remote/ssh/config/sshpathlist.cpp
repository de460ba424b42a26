#include "remote/ssh/config/sshpathlist.h"

#include "remote/session/sentence.h"
#include "remote/ssh/config/sshpaths.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

struct SshPathListWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshconfig)
    MOTLEY_PHRASES(motley::sshconfig)
};

struct Word {
    std::size_t begin;
    std::size_t end;
};

std::vector<Word> wordsIn(std::string_view list)
{
    std::vector<Word> words;
    for (auto begin = list.find_first_not_of(' '); begin != std::string_view::npos;
         begin = list.find_first_not_of(' ', words.back().end))
        words.push_back({begin, std::min(list.find(' ', begin), list.size())});
    return words;
}

bool isFile(const std::string &path)
{
    std::error_code unknown;
    return std::filesystem::exists(path, unknown) && !std::filesystem::is_directory(path, unknown);
}

bool hasFolder(const std::string &path)
{
    std::error_code unknown;
    return std::filesystem::is_directory(std::filesystem::path(path).parent_path(), unknown);
}

class PathList {
public:
    PathList(const std::string &list, const char *keyword, const SshSettings &settings)
        : m_list(list), m_keyword(keyword), m_settings(settings), m_words(wordsIn(list))
    {
    }

    Result<std::vector<std::string>> read() const
    {
        std::vector<std::string> paths;
        for (std::size_t first = 0; first < m_words.size();) {
            const auto last = lastWordOfPath(first);
            auto path = pathOf(first, last);
            if (!path)
                return tl::unexpected(path.error());
            if (!path->starts_with('/') || (last > first && anyStandsAlone(first, last)))
                return sentence(SshPathListWords::phrase(
                    "%1 in your SSH configuration names \u201c%2\u201d. Relative paths are not supported there, nor "
                    "blanks within a path that could stand between two.")
                                    .arg(QLatin1String(m_keyword), QString::fromStdString(m_list)));
            paths.push_back(std::move(*path));
            first = last + 1;
        }
        return paths;
    }

private:
    Result<std::string> pathOf(std::size_t first, std::size_t last) const
    {
        return expandedSshPath(
            m_list.substr(m_words[first].begin, m_words[last].end - m_words[first].begin), m_settings);
    }

    // The longest path from a word on that is there, or whose folder has the blank in its name and is there.
    std::size_t lastWordOfPath(std::size_t first) const
    {
        for (auto last = m_words.size() - 1; last > first; --last) {
            const auto path = pathOf(first, last);
            const bool blankEndsFolder = m_list[m_words[last].begin] == '/';
            if (path && (isFile(*path) || (blankEndsFolder && hasFolder(*path))))
                return last;
        }
        return first;
    }

    bool anyStandsAlone(std::size_t first, std::size_t last) const
    {
        for (auto word = first; word <= last; ++word) {
            if (const auto path = pathOf(word, word); path && isFile(*path))
                return true;
        }
        return false;
    }

    const std::string &m_list;
    const char *m_keyword;
    const SshSettings &m_settings;
    std::vector<Word> m_words;
};

} // namespace

Result<std::vector<std::string>> expandedSshPaths(
    const std::string &list, const char *keyword, const SshSettings &settings)
{
    if (list.empty() || list == "none")
        return {};
    return PathList(list, keyword, settings).read();
}

} // namespace motley
