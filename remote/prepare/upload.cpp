#include "remote/prepare/upload.h"

#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "engine/job/datafiles.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>

namespace motley {

namespace {

constexpr std::int64_t enoughToMeasure = 8 << 20; // bytes, for the speed of an uplink

bool isSentCuda(const RunHost &host)
{
    return host.isSentFiles() && host.usesGpu();
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

Upload Upload::ofEngine(const std::string &engine)
{
    Upload upload;
    upload.m_program = engine;
    return upload;
}

Result<void> Upload::prepare(const RunHosts &runHosts)
{
    const auto &hosts = runHosts.hosts();
    if (std::none_of(hosts.begin(), hosts.end(), std::mem_fn(&RunHost::isSentFiles)))
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

Result<void> Upload::sendEngine(
    const RunHosts &runHosts, const QString &runId, RunHost &host, std::stop_token stop) const
{
    // Machines may share a home: each has a folder of its own in it, the coordinator's bears the run's plain id.
    host.run.folder = host.root + "/runs/" + runId.toStdString();
    if (host.index > 0)
        host.run.folder += '-' + std::to_string(host.index);
    host.run.engine = m_program;
    if (!host.isSentFiles())
        return {};
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Checking what is there"));
    const auto show = progressOf(runHosts, host, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the engine"));
    const auto began = std::chrono::steady_clock::now();
    const auto onProgress = [&](const DeploymentProgress &progress) {
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
        if (progress.bytesSent >= enoughToMeasure)
            host.uplinkBytesPerSecond = double(progress.bytesSent) / seconds.count();
        show(progress);
    };
    const auto engine = deploy(*host.session, host.root, engineFor(host), onProgress, stop);
    if (!engine)
        return tl::unexpected(engine.error());
    host.run.engine = *engine + "/bin/motley-engine";
    return {};
}

Result<void> Upload::sendData(const RunHosts &runHosts, RunHost &host, std::stop_token stop) const
{
    if (!host.isSentFiles())
        return {};
    const auto data = deployKnowing(*host.session, host.root, m_data,
        progressOf(runHosts, host, QT_TRANSLATE_NOOP("motley::Preparation", "Sending the data")), stop,
        host.machine.sharedFolders, host.dataThere);
    if (!data)
        return tl::unexpected(data.error());
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
