#include "remote/deploy/deployment.h"

#include "remote/deploy/filehash.h"
#include "remote/deploy/sharedlibraries.h"
#include "remote/session/userfolders.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace motley {

namespace {

constexpr std::size_t idDigits = 16;

HashCache openCache()
{
    return HashCache((cacheFolder() + QStringLiteral("/hashes")).toStdString());
}

std::string fileName(const std::string &path)
{
    return path.substr(path.rfind('/') + 1);
}

Result<ManifestFile> manifestFile(HashCache &cache, std::string path, const std::string &source, bool executable)
{
    const auto stamp = stampOf(source);
    if (!stamp)
        return tl::unexpected(stamp.error());
    const auto sha256 = cache.hash(source);
    if (!sha256)
        return tl::unexpected(sha256.error());
    return ManifestFile{std::move(path), source, *sha256, stamp->bytes, executable};
}

struct Wanted {
    std::string path;
    std::string source;
    bool executable = false;
};

Result<Manifest> manifestOf(std::string kind, const std::vector<Wanted> &wanted)
{
    auto cache = openCache();
    Manifest manifest{std::move(kind), {}};
    for (const auto &file : wanted) {
        auto entry = manifestFile(cache, file.path, file.source, file.executable);
        if (!entry)
            return tl::unexpected(entry.error());
        manifest.files.push_back(std::move(*entry));
    }
    std::sort(manifest.files.begin(), manifest.files.end(),
        [](const ManifestFile &left, const ManifestFile &right) { return left.path < right.path; });
    for (std::size_t i = 1; i < manifest.files.size(); ++i) {
        if (manifest.files[i - 1].path == manifest.files[i].path)
            return fail("Two files have the same name: " + manifest.files[i - 1].source + " and "
                + manifest.files[i].source + ".");
    }
    if (cache.filesRead() > 0)
        cache.save();
    return manifest;
}

} // namespace

std::string Manifest::id() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](std::string_view text) {
        hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
        hash.addData(QByteArrayView("\0", 1)); // ends each word, so that no two manifests hash the same bytes
    };
    add(kind);
    for (const auto &file : files) {
        add(file.path);
        add(file.executable ? "x" : "-");
        add(file.sha256);
    }
    return hash.result().toHex().left(idDigits).toStdString();
}

Result<Manifest> engineManifest(const std::string &engineProgram, EngineParts parts)
{
    const auto closure = engineLibraries(engineProgram);
    if (!closure)
        return tl::unexpected(closure.error());
    std::set<std::string> libraries(closure->libraries.begin(), closure->libraries.end());
    if (parts == EngineParts::WithCuda) {
        const auto cuda = cudaLibraries(engineProgram);
        if (!cuda)
            return tl::unexpected(cuda.error());
        libraries.insert(cuda->begin(), cuda->end());
    }
    std::vector<Wanted> wanted{{"bin/motley-engine", closure->program, true}};
    for (const auto &library : libraries)
        wanted.push_back({"lib/" + fileName(library), library, false});
    return manifestOf("engine", wanted);
}

Result<Manifest> dataManifest(const std::vector<DataFile> &files)
{
    std::vector<Wanted> wanted;
    for (const auto &file : files)
        wanted.push_back({file.relativePath, file.path, false});
    return manifestOf("data", wanted);
}

} // namespace motley
