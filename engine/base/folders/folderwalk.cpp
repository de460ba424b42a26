#include "engine/base/folders/folderwalk.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace motley {

namespace {

namespace fs = std::filesystem;

bool isHidden(const fs::path &name)
{
    return name.native().starts_with('.');
}

std::string withoutSlash(std::string folder)
{
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    return folder;
}

// The folders that lead to the one that is read. A folder that holds itself by a link would never end.
class Trail {
public:
    // With the folders above it, so that a walk of a part sees what a walk of the whole sees there.
    explicit Trail(const std::string &root)
    {
        std::error_code ignored;
        fs::path above = fs::absolute(root, ignored).lexically_normal();
        for (; above.has_relative_path(); above = above.parent_path())
            push(above.parent_path().native());
        push(root);
    }

    void push(const std::string &folder) { m_above.push_back(identityOf(folder)); }
    void pop() { m_above.pop_back(); }
    bool holds(const std::string &folder) const
    {
        const auto identity = identityOf(folder);
        return identity && std::find(m_above.begin(), m_above.end(), identity) != m_above.end();
    }

private:
    using Identity = std::optional<std::pair<dev_t, ino_t>>;

    static Identity identityOf(const std::string &folder)
    {
        struct stat facts { };
        return stat(folder.c_str(), &facts) == 0 ? Identity({facts.st_dev, facts.st_ino}) : std::nullopt;
    }

    std::vector<Identity> m_above;
};

class Walk {
public:
    Walk(std::string root, const FolderWalk &how) : m_root(withoutSlash(std::move(root))), m_how(how), m_trail(m_root)
    {
    }

    Result<std::vector<WalkedFile>> run()
    {
        if (const auto all = read({}); !all)
            return tl::unexpected(all.error());
        std::sort(m_found.begin(), m_found.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
        return std::move(m_found);
    }

private:
    std::string pathOf(const std::string &name) const { return name.empty() ? m_root : m_root + "/" + name; }

    Result<void> read(const std::string &name)
    {
        std::error_code problem;
        for (fs::directory_iterator entry(pathOf(name), problem), end; !problem && entry != end && !m_isStopped;
             entry.increment(problem)) {
            const std::string file = entry->path().filename().native();
            if (const auto added = add(*entry, name.empty() ? file : name + "/" + file); !added)
                return added;
        }
        if (problem)
            return fail("Could not read the folder " + pathOf(name) + ".", problem.message());
        return {};
    }

    Result<void> enter(const std::string &name)
    {
        if (!m_how.entersFolders || m_trail.holds(pathOf(name)))
            return {};
        m_trail.push(pathOf(name));
        const auto all = read(name);
        m_trail.pop();
        return all;
    }

    Result<void> add(const fs::directory_entry &entry, const std::string &name)
    {
        m_isStopped = m_how.keepGoing && !m_how.keepGoing();
        if (m_isStopped || isHidden(entry.path().filename()))
            return {};
        if (++m_entries > m_how.entriesAtMost)
            return fail("The folder " + m_root + " holds more than " + std::to_string(m_how.entriesAtMost)
                + " files and folders. Name a smaller one.");
        std::error_code problem;
        const fs::file_status status = entry.status(problem);
        if (fs::is_directory(status))
            return enter(name);
        if (m_how.isWanted && !m_how.isWanted(name))
            return {};
        if (fs::is_regular_file(status))
            m_found.push_back({pathOf(name), name});
        else if (!fs::exists(status))
            return fail("The link " + pathOf(name) + " leads to no file. Remove it, or restore what it led to.",
                problem ? problem.message() : std::string());
        return {};
    }

    const std::string m_root;
    const FolderWalk &m_how;
    std::vector<WalkedFile> m_found;
    Trail m_trail;
    std::size_t m_entries = 0;
    bool m_isStopped = false;
};

} // namespace

Result<std::vector<WalkedFile>> filesBelow(const std::string &folder, const FolderWalk &walk)
{
    return Walk(folder, walk).run();
}

Result<std::vector<std::string>> foldersIn(const std::string &folder)
{
    const Trail trail(folder);
    std::vector<std::string> names;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
        std::error_code ignored;
        const fs::path &path = entry->path();
        if (entry->is_directory(ignored) && !isHidden(path.filename()) && !trail.holds(path.native()))
            names.push_back(path.filename().native());
    }
    if (problem)
        return fail("Could not read the folder " + folder + ".", problem.message());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace motley
