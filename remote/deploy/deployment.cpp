#include "remote/deploy/deployment.h"

#include "engine/base/sha256.h"
#include "remote/deploy/deployscripts.h"
#include "remote/deploy/installfolder.h"
#include "remote/deploy/safefilename.h"
#include "remote/deploy/uploadclient.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace motley {

namespace {

constexpr auto scriptSilenceLimit = std::chrono::seconds(60);
constexpr std::size_t inspectOutputLimit = 64 << 20;
constexpr int inspectionsAtMost = 3; // inspects again when an unfinished upload changed meanwhile

struct UnfinishedUpload {
    std::string client;
    std::int64_t bytes = 0;
};

struct Inspection {
    bool treeIsThere = false;
    std::set<std::string> blobs;
    std::map<std::string, std::string> shared; // from SHA-256 to the path in a shared folder there
    std::map<std::string, UnfinishedUpload> unfinished; // from SHA-256 to the longest one that may be resumed
    std::optional<std::int64_t> freeBytes; // empty: unknown
};

class Deployment {
    Q_DECLARE_TR_FUNCTIONS(motley::Deployment)
    MOTLEY_PHRASES(motley::Deployment)

public:
    Deployment(Session &session, const std::string &root, const Manifest &manifest,
        const OnDeploymentProgress &progress, std::stop_token stop, const std::vector<SharedFolder> &sharedFolders)
        : m_session(session), m_root(root), m_manifest(manifest), m_onProgress(progress), m_stop(std::move(stop)),
          m_sharedFolders(sharedFolders)
    {
    }

    Result<std::string> run();

private:
    enum class Sent { Yes, Moved, Wrong };

    Result<void> checkNames() const;
    Result<Inspection> inspect();
    Result<void> checkSpace(const Inspection &there) const;
    Result<bool> sendMissing(const Inspection &there); // false: inspect again
    Result<Sent> send(const ManifestFile &file, const UnfinishedUpload &unfinished);
    Result<void> assemble(const std::map<std::string, std::string> &shared);

    std::string tree() const { return m_root + '/' + m_manifest.kind + '/' + m_manifest.id(); }
    std::map<std::string, const ManifestFile *> blobs() const;
    CommandOptions options() const;
    void report() const;
    QString machine() const { return QString::fromStdString(m_session.name()); }
    tl::unexpected<Error> explain(const CommandResult &result) const;

    Session &m_session;
    std::string m_root;
    const Manifest &m_manifest;
    const OnDeploymentProgress &m_onProgress;
    std::stop_token m_stop;
    const std::vector<SharedFolder> &m_sharedFolders;
    UploadClient m_client;
    DeploymentProgress m_progress;
};

std::map<std::string, const ManifestFile *> Deployment::blobs() const
{
    std::map<std::string, const ManifestFile *> unique;
    for (const auto &file : m_manifest.files)
        unique.emplace(file.sha256, &file);
    return unique;
}

CommandOptions Deployment::options() const
{
    CommandOptions options;
    options.silenceLimit = scriptSilenceLimit;
    std::int64_t bytes = 0;
    for (const auto &file : m_manifest.files)
        bytes += file.bytes;
    options.timeLimit = timeFor(bytes);
    options.stop = m_stop;
    return options;
}

void Deployment::report() const
{
    if (m_onProgress)
        m_onProgress(m_progress);
}

Result<std::string> Deployment::run()
{
    if (const auto names = checkNames(); !names)
        return tl::unexpected(names.error());
    for (int i = 0; i < inspectionsAtMost; ++i) {
        const auto there = inspect();
        if (!there)
            return tl::unexpected(there.error());
        if (there->treeIsThere)
            return tree();
        if (const auto space = checkSpace(*there); !space)
            return tl::unexpected(space.error());
        const auto complete = sendMissing(*there);
        if (!complete)
            return tl::unexpected(complete.error());
        if (!*complete)
            continue;
        if (const auto assembled = assemble(there->shared); !assembled)
            return tl::unexpected(assembled.error());
        return tree();
    }
    return sentence(
        phrase("The upload to %1 was disturbed again and again by another program; try again.").arg(machine()));
}

Result<void> Deployment::checkNames() const
{
    if (const auto folder = checkInstallFolder(m_root, m_session.name()); !folder)
        return folder;
    for (const auto &file : m_manifest.files) {
        if (!isPlainPath(file.path))
            return sentence(phrase("A file with the name “%1” cannot be sent to %2; rename it.")
                                .arg(QString::fromStdString(file.path), machine()));
    }
    return {};
}

Result<Inspection> Deployment::inspect()
{
    auto options = this->options();
    options.outputLimit = inspectOutputLimit;
    options.input = m_root + '\n' + m_manifest.kind + '\n' + m_manifest.id() + '\n' + UploadClient::installId() + '\n';
    const auto wanted = blobs();
    std::map<std::string, std::string> sharedPaths; // from SHA-256 to the path in a shared folder; empty: in none
    for (const auto &[hash, file] : wanted) {
        const auto &sharedPath = sharedPaths[hash] = placeThere(m_sharedFolders, file->source).value_or("");
        options.input += hash + '\n' + std::to_string(file->bytes) + '\n' + sharedPath + '\n';
    }
    const auto result = m_session.run(inspectScript(), options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return explain(*result);

    Inspection there;
    std::istringstream lines(result->output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what, hash, client;
        std::int64_t bytes = 0;
        words >> what;
        if (what == "tree") {
            there.treeIsThere = true;
        } else if (what == "have" && words >> hash) {
            there.blobs.insert(hash);
        } else if (what == "shared" && words >> hash) {
            if (const auto sharedPath = sharedPaths.find(hash); sharedPath != sharedPaths.end())
                there.shared.insert(*sharedPath);
        } else if (what == "free" && words >> bytes) {
            there.freeBytes = bytes * 1024;
        } else if (what == "part" && words >> hash >> client >> bytes) {
            const auto blob = wanted.find(hash);
            auto &best = there.unfinished[hash];
            if (blob != wanted.end() && bytes > best.bytes && bytes <= blob->second->bytes
                && UploadClient::isAbandoned(client))
                best = {client, bytes};
        }
    }
    return there;
}

Result<void> Deployment::checkSpace(const Inspection &there) const
{
    std::int64_t missing = 0;
    for (const auto &[hash, file] : blobs()) {
        if (there.blobs.contains(hash) || there.shared.contains(hash))
            continue;
        const auto unfinished = there.unfinished.find(hash);
        missing += file->bytes - (unfinished == there.unfinished.end() ? 0 : unfinished->second.bytes);
    }
    const auto needed = missing + missing / 10;
    if (!there.freeBytes || needed <= *there.freeBytes)
        return {};
    return sentence(
        phrase("%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there "
               "or choose another install folder.")
            .arg(machine(), amountOfData(needed), QString::fromStdString(m_root), amountOfData(*there.freeBytes)));
}

Result<bool> Deployment::sendMissing(const Inspection &there)
{
    m_progress = {};
    std::vector<const ManifestFile *> missing;
    for (const auto &[hash, file] : blobs()) {
        if (there.blobs.contains(hash) || there.shared.contains(hash)) {
            m_progress.bytesAlreadyThere += file->bytes;
            continue;
        }
        missing.push_back(file);
        const auto unfinished = there.unfinished.find(hash);
        const auto kept = unfinished == there.unfinished.end() ? 0 : unfinished->second.bytes;
        m_progress.bytesAlreadyThere += kept;
        m_progress.bytesToSend += file->bytes - kept;
    }
    report();
    for (const auto *file : missing) {
        const auto unfinished = there.unfinished.find(file->sha256);
        auto sent = send(*file, unfinished == there.unfinished.end() ? UnfinishedUpload{} : unfinished->second);
        if (sent && *sent == Sent::Wrong)
            sent = send(*file, {});
        if (!sent)
            return tl::unexpected(sent.error());
        if (*sent == Sent::Moved)
            return false;
        if (*sent == Sent::Wrong)
            return sentence(phrase("%1 arrives damaged on %2, twice now; check that machine's disk and memory.")
                                .arg(QString::fromStdString(file->source), machine()));
    }
    return true;
}

Result<Deployment::Sent> Deployment::send(const ManifestFile &file, const UnfinishedUpload &unfinished)
{
    const QString name = QString::fromStdString(file.source);
    std::ifstream source(file.source, std::ios::binary); // QFile opens no file whose name is not UTF-8
    if (!source || !source.seekg(unfinished.bytes))
        return sentence(phrase("Could not read %1.").arg(name), std::strerror(errno));

    std::string header = m_root + '\n' + file.sha256 + '\n' + unfinished.client + '\n' + m_client.name() + '\n'
        + std::to_string(unfinished.bytes) + '\n' + std::to_string(file.bytes) + '\n';
    std::int64_t left = file.bytes - unfinished.bytes;
    auto options = this->options();
    options.inputSource = [&](std::span<char> buffer) -> std::size_t {
        if (!header.empty()) {
            const auto count = header.copy(buffer.data(), buffer.size());
            header.erase(0, count);
            return count;
        }
        source.read(buffer.data(), std::min<std::streamsize>(left, static_cast<std::streamsize>(buffer.size())));
        const auto count = source.gcount();
        if (count <= 0)
            return 0;
        left -= count;
        m_progress.bytesSent += count;
        report();
        return static_cast<std::size_t>(count);
    };
    const auto result = m_session.run(receiveScript(), options);
    if (!result)
        return tl::unexpected(result.error());
    switch (result->exitCode) {
    case 0:
        return Sent::Yes;
    case deployexit::partMoved:
        return Sent::Moved;
    case deployexit::tooShort:
    case deployexit::wrongHash: {
        const auto now = sha256OfFile(file.source);
        if (!now || *now != file.sha256)
            return sentence(
                phrase("%1 changed while it was sent to %2; start again when it is finished.").arg(name, machine()));
        return Sent::Wrong;
    }
    default:
        return explain(*result);
    }
}

Result<void> Deployment::assemble(const std::map<std::string, std::string> &shared)
{
    auto options = this->options();
    options.input = m_root + '\n' + m_manifest.kind + '\n' + m_manifest.id() + '\n' + m_client.name() + '\n';
    for (const auto &file : m_manifest.files) {
        const auto sharedPath = shared.find(file.sha256);
        if (sharedPath != shared.end())
            options.input += "l\n" + sharedPath->second;
        else
            options.input += std::string(file.executable ? "x" : "-") + '\n' + file.sha256;
        options.input += '\n' + file.path + '\n';
    }
    const auto result = m_session.run(assembleScript(), options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return explain(*result);
    return {};
}

tl::unexpected<Error> Deployment::explain(const CommandResult &result) const
{
    const QString root = QString::fromStdString(m_root);
    switch (result.exitCode) {
    case deployexit::notWritable:
        return sentence(phrase("%1 does not let this account write to %2; choose another install folder for it.")
                            .arg(machine(), root),
            result.errors);
    case deployexit::notPrivate:
        return unsafeInstallFolder(result.output, m_session.name());
    case deployexit::noSha256:
        return sentence(
            phrase("%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.")
                .arg(machine()));
    case deployexit::writeFailed:
        return sentence(
            phrase("Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be "
                   "sent. Free some space there and start again.")
                .arg(machine(), root, amountOfData(m_progress.bytesToSend)),
            result.errors);
    default:
        return sentence(
            phrase("Sending files to %1 failed (code %2).").arg(machine()).arg(result.exitCode), result.errors);
    }
}

} // namespace

Result<std::string> deploy(Session &session, const std::string &root, const Manifest &manifest,
    const OnDeploymentProgress &progress, std::stop_token stop, const std::vector<SharedFolder> &sharedFolders)
{
    return Deployment(session, root, manifest, progress, std::move(stop), sharedFolders).run();
}

} // namespace motley
