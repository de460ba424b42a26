#include "remote/deploy/deployment.h"

#include "engine/base/sha256.h"
#include "remote/deploy/deployscripts.h"
#include "remote/deploy/inspection.h"
#include "remote/deploy/uploadclient.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>

namespace motley {

namespace {

constexpr int inspectionsAtMost = 3; // inspects again when an unfinished upload changed meanwhile

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

    Result<std::string> run(const std::optional<Inspection> &known);

private:
    enum class Sent { Yes, Moved, Wrong };

    Result<Inspection> inspectNow() const
    {
        return inspectDeployed(m_session, m_root, m_manifest, m_sharedFolders, m_stop);
    }
    Result<bool> sendMissing(const Inspection &there); // false: inspect again
    Result<Sent> send(const ManifestFile &file, const UnfinishedUpload &unfinished);
    Result<void> assemble(const std::map<std::string, std::string> &shared);

    std::string tree() const { return treeOf(m_root, m_manifest); }
    CommandOptions options() const { return scriptOptions(m_manifest, m_stop); }
    void report() const;
    QString machine() const { return QString::fromStdString(m_session.name()); }
    tl::unexpected<Error> explain(const CommandResult &result) const
    {
        return explainDeployment(m_session, m_root, result, m_progress.bytesToSend);
    }

    Session &m_session;
    std::string m_root;
    const Manifest &m_manifest;
    const OnDeploymentProgress &m_onProgress;
    std::stop_token m_stop;
    const std::vector<SharedFolder> &m_sharedFolders;
    UploadClient m_client;
    DeploymentProgress m_progress;
};

void Deployment::report() const
{
    if (m_onProgress)
        m_onProgress(m_progress);
}

Result<std::string> Deployment::run(const std::optional<Inspection> &known)
{
    for (int i = 0; i < inspectionsAtMost; ++i) {
        const auto there = i == 0 && known ? Result<Inspection>(*known) : inspectNow();
        if (!there)
            return tl::unexpected(there.error());
        if (there->treeIsThere)
            return tree();
        if (const auto space = checkSpace(m_session, m_root, m_manifest, *there); !space)
            return tl::unexpected(space.error());
        const auto complete = sendMissing(*there);
        if (!complete)
            return tl::unexpected(complete.error());
        if (!*complete)
            continue;
        const auto assembled = assemble(there->shared);
        if (assembled)
            return tree();
        if (i > 0 || !known) // otherwise what was known may not be true any more
            return tl::unexpected(assembled.error());
    }
    return sentence(
        phrase("The upload to %1 was disturbed again and again by another program; try again.").arg(machine()));
}

Result<bool> Deployment::sendMissing(const Inspection &there)
{
    m_progress = {};
    std::vector<const ManifestFile *> missing;
    for (const auto &[hash, file] : blobsOf(m_manifest)) {
        if (there.holds(hash)) {
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

} // namespace

Result<std::string> deploy(Session &session, const std::string &root, const Manifest &manifest,
    const OnDeploymentProgress &progress, std::stop_token stop, const std::vector<SharedFolder> &sharedFolders)
{
    return deployKnowing(session, root, manifest, progress, std::move(stop), sharedFolders, std::nullopt);
}

Result<std::string> deployKnowing(Session &session, const std::string &root, const Manifest &manifest,
    const OnDeploymentProgress &progress, std::stop_token stop, const std::vector<SharedFolder> &sharedFolders,
    const std::optional<Inspection> &known)
{
    return Deployment(session, root, manifest, progress, std::move(stop), sharedFolders).run(known);
}

} // namespace motley
