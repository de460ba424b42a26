#include "remote/deploy/inspection.h"

#include "remote/deploy/deployscripts.h"
#include "remote/deploy/installfolder.h"
#include "remote/deploy/safefilename.h"
#include "remote/deploy/uploadclient.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <sstream>

namespace motley {

namespace {

struct InspectionWords { // the translation context of all of deployment
    Q_DECLARE_TR_FUNCTIONS(motley::Deployment)
    MOTLEY_PHRASES(motley::Deployment)
};

constexpr auto scriptSilenceLimit = std::chrono::seconds(60);
constexpr std::size_t inspectOutputLimit = 64 << 20;

QString machineOf(const Session &session)
{
    return QString::fromStdString(session.name());
}

Result<void> checkNames(const Session &session, const std::string &root, const Manifest &manifest)
{
    if (const auto folder = checkInstallFolder(root, session.name()); !folder)
        return folder;
    for (const auto &file : manifest.files) {
        if (!isPlainPath(file.path))
            return sentence(InspectionWords::phrase("A file with the name “%1” cannot be sent to %2; rename it.")
                                .arg(QString::fromStdString(file.path), machineOf(session)));
    }
    return {};
}

// A path that goes back to the machine that told it, in a line of its own.
bool isWholePath(const std::string &path)
{
    return path.starts_with('/')
        && std::none_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

struct WantedBlobs {
    std::map<std::string, const ManifestFile *> blobs;
    std::map<std::string, std::string> sharedPaths; // from SHA-256; empty: in no shared folder
};

void readFinding(const std::string &line, const WantedBlobs &wanted, Inspection &there)
{
    std::istringstream words(line);
    std::string what, hash, client;
    std::int64_t bytes = 0;
    words >> what;
    if (what == "tree") {
        there.treeIsThere = true;
    } else if (what == "have" && words >> hash) {
        there.blobs.insert(hash);
    } else if (what == "shared" && words >> hash) {
        if (const auto sharedPath = wanted.sharedPaths.find(hash); sharedPath != wanted.sharedPaths.end())
            there.shared.insert(*sharedPath);
    } else if (what == "cached" && words >> hash) {
        std::string path;
        words.get();
        std::getline(words, path);
        if (wanted.blobs.contains(hash) && isWholePath(path))
            there.shared.emplace(hash, path);
    } else if (what == "free" && words >> bytes) {
        there.freeBytes = bytes * 1024;
    } else if (what == "part" && words >> hash >> client >> bytes) {
        const auto blob = wanted.blobs.find(hash);
        auto &best = there.unfinished[hash];
        if (blob != wanted.blobs.end() && bytes > best.bytes && bytes <= blob->second->bytes
            && UploadClient::isAbandoned(client))
            best = {client, bytes};
    }
}

} // namespace

std::map<std::string, const ManifestFile *> blobsOf(const Manifest &manifest)
{
    std::map<std::string, const ManifestFile *> unique;
    for (const auto &file : manifest.files)
        unique.emplace(file.sha256, &file);
    return unique;
}

std::string treeOf(const std::string &root, const Manifest &manifest)
{
    return root + '/' + manifest.kind + '/' + manifest.id();
}

std::string blobOf(const std::string &root, const std::string &sha256)
{
    return root + "/blobs/sha256/" + sha256.substr(0, 2) + '/' + sha256;
}

CommandOptions scriptOptions(const Manifest &manifest, std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = scriptSilenceLimit;
    std::int64_t bytes = 0;
    for (const auto &file : manifest.files)
        bytes += file.bytes;
    options.timeLimit = timeFor(bytes);
    options.stop = std::move(stop);
    return options;
}

Result<Inspection> inspectDeployed(Session &session, const std::string &root, const Manifest &manifest,
    const std::vector<SharedFolder> &sharedFolders, std::stop_token stop)
{
    if (const auto names = checkNames(session, root, manifest); !names)
        return tl::unexpected(names.error());
    auto options = scriptOptions(manifest, std::move(stop));
    options.outputLimit = inspectOutputLimit;
    options.input = root + '\n' + manifest.kind + '\n' + manifest.id() + '\n' + UploadClient::installId() + '\n';
    WantedBlobs wanted{blobsOf(manifest), {}};
    for (const auto &[hash, file] : wanted.blobs) {
        const auto &sharedPath = wanted.sharedPaths[hash] = placeThere(sharedFolders, file->source).value_or("");
        options.input += hash + '\n' + std::to_string(file->bytes) + '\n' + sharedPath + '\n';
    }
    const auto result = session.run(inspectScript(), options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return explainDeployment(session, root, *result, 0);
    Inspection there;
    std::istringstream lines(result->output);
    for (std::string line; std::getline(lines, line);)
        readFinding(line, wanted, there);
    return there;
}

Result<void> checkSpace(
    const Session &session, const std::string &root, const Manifest &manifest, const Inspection &there)
{
    std::int64_t missing = 0;
    for (const auto &[hash, file] : blobsOf(manifest)) {
        if (there.holds(hash))
            continue;
        const auto unfinished = there.unfinished.find(hash);
        missing += file->bytes - (unfinished == there.unfinished.end() ? 0 : unfinished->second.bytes);
    }
    const auto needed = missing + missing / 10;
    if (!there.freeBytes || needed <= *there.freeBytes)
        return {};
    return sentence(InspectionWords::phrase(
        "%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there "
        "or choose another install folder.")
                        .arg(machineOf(session), amountOfData(needed), QString::fromStdString(root),
                            amountOfData(*there.freeBytes)));
}

tl::unexpected<Error> explainDeployment(
    const Session &session, const std::string &root, const CommandResult &result, std::int64_t bytesToSend)
{
    const QString machine = machineOf(session);
    const QString folder = QString::fromStdString(root);
    switch (result.exitCode) {
    case deployexit::notWritable:
        return sentence(
            InspectionWords::phrase("%1 does not let this account write to %2; choose another install folder for it.")
                .arg(machine, folder),
            result.errors);
    case deployexit::notPrivate:
        return unsafeInstallFolder(result.output, session.name());
    case deployexit::runsNothing:
        return sentence(InspectionWords::phrase(
            "%1 cannot run programs from %2, most likely because the file system there is mounted with “noexec”. "
            "Choose another install folder for it.")
                            .arg(machine, folder));
    case deployexit::noSha256:
        return sentence(InspectionWords::phrase(
            "%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.")
                            .arg(machine));
    case deployexit::writeFailed:
        return sentence(
            InspectionWords::phrase(
                "Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be "
                "sent. Free some space there and start again.")
                .arg(machine, folder, amountOfData(bytesToSend)),
            result.errors);
    default:
        return sentence(
            InspectionWords::phrase("Sending files to %1 failed (code %2).").arg(machine).arg(result.exitCode),
            result.errors);
    }
}

} // namespace motley
