#include "tests/engine/agent/otheraccount.h"

#include "engine/base/descriptor.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

namespace motley {

namespace {

constexpr int account = 64321; // of nobody
constexpr int root = 0;

// Those of the C library change all threads of a program.
bool become(long call, int real, int effective, int saved)
{
    return syscall(call, real, effective, saved) == 0;
}

bool canOpen(const std::filesystem::path &path, int flags)
{
    return bool(Descriptor(open(path.c_str(), flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)));
}

// Some files of a process that is just ending can be opened, and are empty.
bool canRead(const std::filesystem::path &path)
{
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    char byte = 0;
    return file && read(file.get(), &byte, 1) > 0;
}

} // namespace

OtherAccount::OtherAccount()
    : m_taken(geteuid() == root && syscall(SYS_setgroups, 0, nullptr) == 0
        && become(SYS_setresgid, account, account, root) && become(SYS_setresuid, account, account, root))
{
}

// The groups that root had besides its own are not given back: root needs none.
OtherAccount::~OtherAccount()
{
    if (m_taken && !(become(SYS_setresuid, root, root, root) && become(SYS_setresgid, root, root, root)))
        std::abort();
}

std::set<std::string> openTo(const std::filesystem::path &folder, const std::vector<int> &processes)
{
    std::set<std::string> found;
    std::error_code none;
    if (access(folder.c_str(), W_OK) == 0)
        found.insert(folder);
    constexpr auto options = std::filesystem::directory_options::skip_permission_denied;
    for (std::filesystem::recursive_directory_iterator entry(folder, options, none), end; entry != end;
         entry.increment(none))
        if (canOpen(entry->path(), O_RDONLY) || access(entry->path().c_str(), W_OK) == 0)
            found.insert(entry->path());
    for (const int process : processes) {
        const std::filesystem::path at = "/proc/" + std::to_string(process);
        for (const char *name : {"cwd", "fd", "map_files", "mem", "root"})
            if (canOpen(at / name, O_RDONLY))
                found.insert(at / name);
        for (const char *name : {"auxv", "environ", "io", "maps", "stack"})
            if (canRead(at / name))
                found.insert(at / name);
        for (const char *name : {"0", "1", "2"})
            if (canOpen(at / "fd" / name, O_RDWR))
                found.insert(at / "fd" / name);
        if (kill(process, 0) == 0)
            found.insert("signal " + std::to_string(process));
    }
    return found;
}

} // namespace motley
