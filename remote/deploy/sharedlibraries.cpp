#include "remote/deploy/sharedlibraries.h"

#include "remote/deploy/elffile.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <set>

namespace motley {

namespace {

// Every Linux with glibc has these; copies that travel would conflict with the machine's own.
bool belongsToTheSystem(const std::string &library)
{
    constexpr std::array names{"ld-linux", "libc.so.", "libm.so.", "libdl.so.", "librt.so.", "libpthread.so.",
        "libutil.so.", "libresolv.so.", "libstdc++.so.", "libgcc_s.so.", "libcuda.so.",
        "libnvidia-ml.so."}; // the last two are the driver's
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
        if (file.isFile() && file.isReadable()) // in its real folder, as links may lead to it from several
            return (QDir(file.path()).canonicalPath() + '/' + file.fileName()).toStdString();
    }
    return std::nullopt;
}

struct Walk {
    std::set<std::string> libraries;
    std::string architecture; // of the first file that is read
    std::string glibc;
};

Result<Walk> walk(const std::set<std::string> &first)
{
    Walk walk;
    std::set<std::string> seen;
    std::deque<std::string> open(first.begin(), first.end());
    while (!open.empty()) {
        const auto path = open.front();
        open.pop_front();
        const auto facts = readElf(path);
        if (!facts)
            return tl::unexpected(facts.error());
        if (walk.architecture.empty())
            walk.architecture = facts->architecture;
        if (compareVersions(facts->glibc, walk.glibc) > 0)
            walk.glibc = facts->glibc;
        for (const auto &library : facts->needed) {
            if (belongsToTheSystem(library) || !seen.insert(library).second)
                continue;
            const auto found = locate(library, path, *facts);
            if (!found)
                return fail("The library " + library + " that " + path
                    + " needs is not on this computer; build or install the engine again.");
            walk.libraries.insert(*found);
            open.push_back(*found);
        }
    }
    return walk;
}

// What LibTorch's and CUDA's libraries load by name at run time (dlopen): no NEEDED entry names it.
std::set<std::string> loadedByName(const std::set<std::string> &libraries)
{
    std::set<QString> folders;
    for (const auto &library : libraries)
        folders.insert(QFileInfo(QString::fromStdString(library)).path());
    const QStringList names{QStringLiteral("libcudnn_*.so.*"), QStringLiteral("libnvrtc*.so.*"),
        QStringLiteral("libcaffe2_nvrtc.so"), QStringLiteral("libtorch_cuda_linalg.so")};
    std::set<std::string> found;
    for (const QString &folder : folders) {
        for (const QFileInfo &file : QDir(folder).entryInfoList(names, QDir::Files))
            found.insert(file.absoluteFilePath().toStdString());
    }
    return found;
}

} // namespace

Result<SharedLibraries> engineLibraries(const std::string &program)
{
    const auto found = walk({program});
    if (!found)
        return tl::unexpected(found.error());
    return SharedLibraries{
        program, {found->libraries.begin(), found->libraries.end()}, found->architecture, found->glibc};
}

Result<std::string> cudaPlugin(const std::string &engineProgram)
{
    const QDir folder = QFileInfo(QString::fromStdString(engineProgram)).dir();
    for (const QString &candidate : {QStringLiteral("libmotley-cuda.so"), QStringLiteral("../lib/libmotley-cuda.so")}) {
        const QString plugin = QDir::cleanPath(folder.filePath(candidate));
        if (QFileInfo::exists(plugin))
            return plugin.toStdString();
    }
    return fail("The engine on this computer was built without CUDA (no libmotley-cuda.so beside " + engineProgram
        + " or in ../lib); train on processors, or build it with CUDA.");
}

Result<std::vector<std::string>> cudaLibraries(const std::string &engineProgram)
{
    const auto plugin = cudaPlugin(engineProgram);
    if (!plugin)
        return tl::unexpected(plugin.error());
    const auto linked = walk({*plugin});
    if (!linked)
        return tl::unexpected(linked.error());
    auto first = loadedByName(linked->libraries);
    first.insert(*plugin);
    const auto found = walk(first);
    if (!found)
        return tl::unexpected(found.error());
    first.insert(found->libraries.begin(), found->libraries.end());
    return std::vector<std::string>(first.begin(), first.end());
}

} // namespace motley
