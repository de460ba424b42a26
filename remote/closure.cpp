#include "remote/closure.h"

#include "remote/elf.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>

namespace motley {

namespace {

// Every Linux with glibc has these; our own copies of them would fight with the machine's.
bool belongsToTheSystem(const std::string &library)
{
    constexpr std::array names{"ld-linux", "libc.so.", "libm.so.", "libdl.so.", "librt.so.", "libpthread.so.",
        "libutil.so.", "libresolv.so.", "libstdc++.so.", "libgcc_s.so."};
    return std::any_of(names.begin(), names.end(), [&](const char *name) { return library.starts_with(name); });
}

std::string withOrigin(std::string folder, const std::string &origin)
{
    for (const std::string variable : {"${ORIGIN}", "$ORIGIN"}) {
        if (const auto at = folder.find(variable); at != std::string::npos)
            folder.replace(at, variable.size(), origin);
    }
    return folder;
}

std::vector<std::string> systemFolders(const std::string &architecture)
{
    const auto triplet = architecture + "-linux-gnu";
    return {"/usr/local/lib", "/lib/" + triplet, "/usr/lib/" + triplet, "/lib64", "/usr/lib64", "/lib", "/usr/lib"};
}

std::optional<std::string> locate(const std::string &library, const std::string &asker, const ElfFacts &facts)
{
    const auto origin = QFileInfo(QString::fromStdString(asker)).absolutePath().toStdString();
    std::vector<std::string> folders;
    for (const auto &folder : facts.searchPath)
        folders.push_back(withOrigin(folder, origin));
    for (auto &folder : systemFolders(facts.architecture))
        folders.push_back(std::move(folder));
    for (const auto &folder : folders) {
        const QFileInfo file(QString::fromStdString(folder + '/' + library));
        if (file.isFile() && file.isReadable())
            return QDir::cleanPath(file.absoluteFilePath()).toStdString();
    }
    return std::nullopt;
}

} // namespace

Result<EngineClosure> engineClosure(const std::string &program)
{
    EngineClosure closure;
    closure.program = program;
    std::set<std::string> seen;
    std::deque<std::string> open{program};
    while (!open.empty()) {
        const auto path = open.front();
        open.pop_front();
        const auto facts = readElf(path);
        if (!facts)
            return tl::unexpected(facts.error());
        if (path == program)
            closure.architecture = facts->architecture;
        if (compareVersions(facts->glibc, closure.glibc) > 0)
            closure.glibc = facts->glibc;
        for (const auto &library : facts->needed) {
            if (belongsToTheSystem(library) || !seen.insert(library).second)
                continue;
            const auto found = locate(library, path, *facts);
            if (!found)
                return fail("The library " + library + " that " + path
                    + " needs is not on this computer; build or install the engine again.");
            closure.libraries.push_back(*found);
            open.push_back(*found);
        }
    }
    std::sort(closure.libraries.begin(), closure.libraries.end());
    return closure;
}

} // namespace motley
