#include "tests/engine/training/diskfaults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace motley {

namespace {

namespace fs = std::filesystem;
using Kind = DiskFault::Kind;
using File = std::pair<dev_t, ino_t>;

template <typename Function>
Function theirs(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// What a power cut takes back. Descriptors lead to files whatever their folders are called by then.
struct UnsyncedFile {
    int descriptor = -1;
    int folder = -1;
    std::string name;
    off_t synced = 0; // bytes that stay
    bool hasEntry = false; // its folder was synced since it was made
};
struct UnsyncedRename {
    std::string from, to;
    bool isExchange = false;
    File folder; // of both
};

std::recursive_mutex mutex; // a power cut calls what is counted
std::string watched; // empty: nothing
DiskFault fault;
std::vector<std::string> calls;
std::map<File, UnsyncedFile> files;
std::vector<UnsyncedRename> renames;

std::string pathOf(int descriptor)
{
    char path[PATH_MAX];
    const ssize_t length = readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), path, sizeof path);
    return length > 0 ? std::string(path, std::size_t(length)) : std::string();
}

std::string pathIn(int folder, const char *name)
{
    return name[0] == '/' || folder == AT_FDCWD ? fs::absolute(name).string() : pathOf(folder) + "/" + name;
}

bool isWatched(const std::string &path)
{
    return !watched.empty() && path.starts_with(watched);
}

File fileOf(int descriptor)
{
    struct stat facts { };
    fstat(descriptor, &facts);
    return {facts.st_dev, facts.st_ino};
}

off_t sizeOf(int descriptor)
{
    struct stat facts { };
    fstat(descriptor, &facts);
    return facts.st_size;
}

void noteWrite(int descriptor, const fs::path &path)
{
    const auto [found, isNew] = files.try_emplace(fileOf(descriptor));
    if (!isNew)
        return;
    UnsyncedFile &file = found->second;
    file.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    file.folder = open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    file.name = path.filename();
    file.synced = sizeOf(descriptor);
}

void noteRename(const std::string &from, const std::string &to, bool isExchange)
{
    struct stat facts { };
    stat(fs::path(to).parent_path().c_str(), &facts);
    renames.push_back({from, to, isExchange, {facts.st_dev, facts.st_ino}});
}

void noteSync(int descriptor)
{
    const File synced = fileOf(descriptor);
    if (const auto file = files.find(synced); file != files.end())
        file->second.synced = sizeOf(descriptor);
    for (auto &[key, file] : files)
        file.hasEntry = file.hasEntry || fileOf(file.folder) == synced;
    std::erase_if(renames, [&](const UnsyncedRename &done) { return done.folder == synced; });
}

void cutPower()
{
    watched.clear();
    while (!renames.empty()) {
        const UnsyncedRename last = renames.back();
        renames.pop_back();
        renameat2(AT_FDCWD, last.to.c_str(), AT_FDCWD, last.from.c_str(), last.isExchange ? RENAME_EXCHANGE : 0);
    }
    for (const auto &[key, file] : files) {
        if (ftruncate(file.descriptor, file.synced) != 0)
            _exit(3);
        if (!file.hasEntry)
            unlinkat(file.folder, file.name.c_str(), 0);
    }
}

[[noreturn]] void end()
{
    if (fault.kind == Kind::PowerCut)
        cutPower();
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

// Counts a call. False: it fails, as errno says.
bool goesWell(const char *name)
{
    calls.emplace_back(name);
    const bool isHere = int(calls.size()) == fault.at;
    const bool isWrite = std::string_view(name) == "write";
    if (isHere && !isWrite && (fault.kind == Kind::Kill || fault.kind == Kind::PowerCut))
        end();
    const bool fails = (isHere && fault.kind == Kind::Fail)
        || (fault.at > 0 && int(calls.size()) >= fault.at && fault.kind == Kind::FailFromThere);
    if (fails)
        errno = fault.error;
    if (fault.kind == Kind::Slow && int(calls.size()) >= fault.at)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return !fails;
}

template <typename Call>
int counted(const char *name, const std::string &path, Call call)
{
    const std::lock_guard lock(mutex);
    return !isWatched(path) || goesWell(name) ? call() : -1;
}

int syncOf(const char *name, int descriptor)
{
    const std::string path = pathOf(descriptor);
    const std::lock_guard lock(mutex);
    if (!isWatched(path))
        return theirs<int (*)(int)>(name)(descriptor);
    if (!goesWell(name))
        return -1;
    noteSync(descriptor);
    return 0;
}

} // namespace

void beginDiskFault(const std::string &folder, const DiskFault &chosen)
{
    const std::lock_guard lock(mutex);
    watched = fs::absolute(folder).string();
    fault = chosen;
    calls.clear();
}

void endDiskFault()
{
    const std::lock_guard lock(mutex);
    watched.clear();
    for (const auto &[key, file] : files) {
        close(file.descriptor);
        close(file.folder);
    }
    files.clear();
    renames.clear();
}

std::vector<std::string> diskCalls()
{
    const std::lock_guard lock(mutex);
    return calls;
}

} // namespace motley

using namespace motley;

extern "C" {

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    static const auto real = theirs<decltype(&write)>("write");
    if (watched.empty()) // also before this test begins
        return real(descriptor, bytes, size);
    const std::string path = pathOf(descriptor);
    const std::lock_guard lock(mutex);
    if (!isWatched(path))
        return real(descriptor, bytes, size);
    noteWrite(descriptor, path);
    if (!goesWell("write"))
        return -1;
    const bool isCut = fault.kind == Kind::Kill || fault.kind == Kind::PowerCut || fault.kind == Kind::Short;
    if (int(calls.size()) != fault.at || !isCut)
        return real(descriptor, bytes, size);
    const ssize_t written = real(descriptor, bytes, (size + 1) / 2);
    if (fault.kind != Kind::Short)
        end();
    return written;
}

int fsync(int descriptor)
{
    return syncOf("fsync", descriptor);
}

int fdatasync(int descriptor)
{
    return syncOf("fdatasync", descriptor);
}

int rename(const char *from, const char *to) noexcept
{
    const std::string path = pathIn(AT_FDCWD, to);
    return counted("rename", path, [&] {
        const int done = theirs<decltype(&rename)>("rename")(from, to);
        if (done == 0 && isWatched(path))
            noteRename(from, to, false);
        return done;
    });
}

int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags) noexcept
{
    const std::string path = pathIn(toFolder, to);
    return counted("renameat2", path, [&] {
        const int done = theirs<decltype(&renameat2)>("renameat2")(fromFolder, from, toFolder, to, flags);
        if (done == 0 && isWatched(path))
            noteRename(pathIn(fromFolder, from), path, flags == RENAME_EXCHANGE);
        return done;
    });
}

int mkdir(const char *path, mode_t mode) noexcept
{
    return counted("mkdir", pathIn(AT_FDCWD, path), [&] { return theirs<decltype(&mkdir)>("mkdir")(path, mode); });
}

int unlinkat(int folder, const char *name, int flags) noexcept
{
    return counted(
        "unlinkat", pathIn(folder, name), [&] { return theirs<decltype(&unlinkat)>("unlinkat")(folder, name, flags); });
}

int remove(const char *path) noexcept
{
    return counted("remove", pathIn(AT_FDCWD, path), [&] { return theirs<decltype(&remove)>("remove")(path); });
}
}
