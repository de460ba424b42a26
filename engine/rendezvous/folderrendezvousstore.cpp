// A rendezvous store in a folder that all machines see.
#include "engine/base/descriptor.h"
#include "engine/base/textfile.h"
#include "engine/rendezvous/rendezvousstore.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>

namespace motley {

namespace {

namespace fs = std::filesystem;

constexpr const char *seat = "machine";

class FolderRendezvousStore : public RendezvousStore {
public:
    FolderRendezvousStore(std::string folder, int number) : m_folder(std::move(folder)), m_number(number) { }

    int number() const override { return m_number; }
    // NFS may show changes that late.
    std::chrono::seconds heartbeatLimit() const override { return std::chrono::seconds(120); }

    Result<void> post(const std::string &name, const std::string &text) override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_posted.insert(withoutNumber(name));
        }
        return writeTextFile(m_folder + "/" + name, text);
    }

    Result<std::optional<std::string>> read(const std::string &name) override
    {
        std::error_code ignored;
        const std::string path = m_folder + "/" + name;
        if (fs::exists(path, ignored))
            return readTextFile(path).map([](std::string text) { return std::optional(std::move(text)); });
        if (fs::exists(m_folder, ignored))
            return std::nullopt;
        return fail("The folder where the machines met is gone. The first machine's own message says why.");
    }

    // Other files in the folder belong to somebody else.
    void leave() override
    {
        std::error_code ignored;
        for (const auto &entry : fs::directory_iterator(m_folder, ignored))
            if (m_posted.count(withoutNumber(entry.path().filename().string())))
                fs::remove(entry.path(), ignored);
        fs::remove(m_folder, ignored);
    }

private:
    static std::string withoutNumber(const std::string &name) { return name.substr(0, name.rfind('-')); }

    std::string m_folder;
    int m_number;
    std::mutex m_mutex;
    std::set<std::string> m_posted{seat, "read"}; // names without the machine's number; all machines post the same ones
};

} // namespace

// A machine takes the first number whose file it can create.
Result<std::unique_ptr<RendezvousStore>> openFolderRendezvousStore(const std::string &folder, int machines)
{
    if (folder.empty() || folder.front() != '/')
        return fail("file://" + folder + " must name a folder from the root on, such as file:///shared/meet-1.");
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fail("The folder " + folder + " to meet in could not be made: " + systemReason(errno) + ".");
    for (int number = 0; number < machines; ++number) {
        const std::string path = folder + "/" + seat + "-" + std::to_string(number);
        const Descriptor mine(open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
        if (mine)
            return std::make_unique<FolderRendezvousStore>(folder, number);
        if (errno != EEXIST)
            return fail("Nothing could be written in " + folder + ": " + systemReason(errno) + ".");
    }
    return std::make_unique<FolderRendezvousStore>(folder, machines);
}

} // namespace motley
