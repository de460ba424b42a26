// A rendezvous store in a folder that all machines see.
#include "engine/base/folderfiles.h"
#include "engine/rendezvous/rendezvousstore.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>

namespace motley {

namespace {

namespace fs = std::filesystem;

constexpr const char *seat = "machine";
constexpr std::chrono::seconds longestSilence{120}; // NFS may show changes that late

class FolderRendezvousStore : public RendezvousStore {
public:
    FolderRendezvousStore(std::string path, Descriptor folder, int number)
        : m_path(std::move(path)), m_folder(std::move(folder)), m_number(number)
    {
    }

    int number() const override { return m_number; }
    std::chrono::seconds heartbeatLimit() const override { return longestSilence; }

    Result<void> post(const std::string &name, const std::string &text) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_posted.insert(withoutNumber(name));
        }
        return writeFileIn(m_folder.get(), name, text);
    }

    Result<std::optional<std::string>> read(const std::string &name) override
    {
        std::error_code ignored;
        auto text = readFileIn(m_folder.get(), name);
        if ((text && *text) || fs::exists(m_path, ignored))
            return text;
        return fail("The folder where the machines met is gone. The first machine's own message says why.");
    }

    // Other files in the folder belong to somebody else.
    void leave() override
    {
        std::error_code ignored;
        for (const auto &entry : fs::directory_iterator(m_path, ignored)) {
            const auto name = entry.path().filename().string();
            if (m_posted.count(withoutNumber(name)))
                unlinkat(m_folder.get(), name.c_str(), 0);
        }
        fs::remove(m_path, ignored);
    }

private:
    static std::string withoutNumber(const std::string &name) { return name.substr(0, name.rfind('-')); }

    std::string m_path;
    Descriptor m_folder;
    int m_number;
    std::mutex m_mutex;
    std::set<std::string> m_posted{seat, "read"}; // names without the machine's number; all machines post the same ones
};

// Living machines write their heartbeats several times a second. All times are of the computer that has the disk.
bool isAbandoned(const std::string &path, const std::string &own)
{
    std::error_code problem;
    const auto now = fs::last_write_time(fs::path(path) / own, problem);
    for (fs::directory_iterator entry(path, problem), end; !problem && entry != end; entry.increment(problem)) {
        const auto written = entry->last_write_time(problem);
        if (!problem && entry->path().filename() != own && now - written < longestSilence)
            return false;
    }
    return !problem;
}

} // namespace

// A machine takes the first number whose file it can create.
Result<std::unique_ptr<RendezvousStore>> openFolderRendezvousStore(const std::string &path, int machines)
{
    if (path.empty() || path.front() != '/')
        return fail("file://" + path + " must name a folder from the root on, such as file:///shared/meet-1.");
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return fail("The folder " + path + " to meet in could not be made: " + systemReason(errno) + ".");
    auto folder = openOwnFolder(path);
    if (!folder)
        return tl::unexpected(folder.error());
    for (int number = 0; number < machines; ++number) {
        const std::string name = std::string(seat) + "-" + std::to_string(number);
        const Descriptor mine(
            openat(folder->get(), name.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0600));
        if (mine && number > 0 && isAbandoned(path, name)) {
            unlinkat(folder->get(), name.c_str(), 0);
            return fail(path + " is left from an earlier start. Remove it, or give all machines a new folder.");
        }
        if (mine)
            return std::make_unique<FolderRendezvousStore>(path, std::move(*folder), number);
        if (errno != EEXIST)
            return fail("Nothing could be written in " + path + ": " + systemReason(errno) + ".");
    }
    return std::make_unique<FolderRendezvousStore>(path, std::move(*folder), machines);
}

} // namespace motley
