#include "remote/prepare/upload.h"

#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "engine/job/datafiles.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace motley {

namespace {

bool isSentFiles(const RunHost &host)
{
    return host.machine.kind == Machine::Kind::Ssh;
}

bool isSentCuda(const RunHost &host)
{
    return isSentFiles(host) && host.usesGpu();
}

OnDeploymentProgress progressOf(const RunHosts &runHosts, RunHost &host, const char *stage)
{
    constexpr qint64 reportEvery = 1 << 20;
    return [&runHosts, &host, stage, reported = qint64(-1)](const DeploymentProgress &progress) mutable {
        const bool last = progress.bytesSent == progress.bytesToSend;
        host.wasSentFiles = host.wasSentFiles || progress.bytesToSend > 0;
        if (reported >= 0 && progress.bytesSent - reported < reportEvery && !last)
            return;
        reported = progress.bytesSent;
        if (progress.bytesToSend > 0)
            runHosts.showProgress(host, stage, progress.bytesSent, progress.bytesToSend);
    };
}

Result<void> keep(Result<Manifest> made, Manifest &manifest)
{
    return made.map([&](Manifest &found) { manifest = std::move(found); });
}

} // namespace

Result<Upload> Upload::find(const JobSpec &job, const std::string &engine)
{
    const auto data = findDataFiles(job.task);
    if (!data)
        return tl::unexpected(data.error());
    // Of a run only one checkpoint is sent, so it has to be one that the machine can load.
    ContinueSpec continued = job.continueFrom;
    Upload upload;
    if (!continued.path.empty()) {
        const auto whole = newestWholeCheckpoint(continued.path.path, Damaged::SetAside);
        if (!whole)
            return tl::unexpected(whole.error());
        continued.path = whole->folder;
        upload.m_warnings = whole->refusals;
    }
    const auto work = findContinueFiles(continued);
    if (!work)
        return tl::unexpected(work.error());
    upload.m_program = engine;
    upload.m_dataFiles = *data;
    upload.m_workFiles = *work;
    std::copy_if(work->begin(), work->end(), std::back_inserter(upload.m_workDescription),
        [](const DataFile &file) { return describesModel(std::filesystem::path(file.path).filename().string()); });
    return upload;
}

Result<void> Upload::prepare(const RunHosts &runHosts)
{
    const auto &hosts = runHosts.hosts();
    if (std::none_of(hosts.begin(), hosts.end(), isSentFiles))
        return {};
    const bool needsCuda = std::any_of(hosts.begin(), hosts.end(), isSentCuda);
    return keep(engineManifest(m_program), m_engine)
        .and_then([&]() -> Result<void> {
            return needsCuda ? keep(engineManifest(m_program, EngineParts::WithCuda), m_cudaEngine) : Result<void>();
        })
        .and_then([&] { return keep(dataManifest(m_dataFiles), m_data); })
        .and_then([&] { return keep(dataManifest(m_workFiles), m_work); })
        .and_then([&] { return keep(dataManifest(m_workDescription), m_description); });
}

const Manifest &Upload::engineFor(const RunHost &host) const
{
    return isSentCuda(host) ? m_cudaEngine : m_engine;
}

Result<void> Upload::send(const RunHosts &runHosts, const QString &runId, RunHost &host, std::stop_token stop) const
{
    if (!isSentFiles(host))
        host.run.engine = m_program;
    else if (const auto sent = sendEngineAndData(runHosts, host, stop); !sent)
        return sent;
    // Machines may share a home: each has a folder of its own in it, the coordinator's bears the run's plain id.
    host.run.folder = host.root + "/runs/" + runId.toStdString();
    if (host.index > 0)
        host.run.folder += '-' + std::to_string(host.index);
    return {};
}

Result<void> Upload::sendEngineAndData(const RunHosts &runHosts, RunHost &host, std::stop_token stop) const
{
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Checking what is there"));
    const auto engine = deploy(*host.session, host.root, engineFor(host),
        progressOf(runHosts, host, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the engine")), stop);
    if (!engine)
        return tl::unexpected(engine.error());
    const auto data = deploy(*host.session, host.root, m_data,
        progressOf(runHosts, host, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the data")), stop,
        host.machine.sharedFolders);
    if (!data)
        return tl::unexpected(data.error());
    host.run.engine = *engine + "/bin/motley-engine";
    host.job.task = movedTo(*data, host.job.task);
    return sendWork(runHosts, host, stop);
}

Result<void> Upload::sendWork(const RunHosts &runHosts, RunHost &host, std::stop_token stop) const
{
    const bool coordinates = host.index == 0;
    const std::vector<DataFile> &files = coordinates ? m_workFiles : m_workDescription;
    if (files.empty())
        return {};
    const auto work = deploy(*host.session, host.root, coordinates ? m_work : m_description,
        progressOf(runHosts, host, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the checkpoint to continue from")),
        stop, host.machine.sharedFolders);
    if (!work)
        return tl::unexpected(work.error());
    host.job.continueFrom = movedTo(*work, host.job.continueFrom, files);
    return {};
}

} // namespace motley
