#include "remote/prepare/upload.h"

#include "engine/job/continuefiles.h"
#include "engine/job/datafiles.h"

#include <algorithm>

namespace motley {

namespace {

bool isSentFiles(const Member &member)
{
    return member.machine.kind == Machine::Kind::Ssh;
}

bool isSentCuda(const Member &member)
{
    return isSentFiles(member) && member.takesGpu();
}

OnDeploymentProgress progressOf(const Crew &crew, Member &member, const QString &stage)
{
    constexpr qint64 reportEvery = 1 << 20;
    return [&crew, &member, stage, reported = qint64(-1)](const DeploymentProgress &progress) mutable {
        const bool last = progress.bytesSent == progress.bytesToSend;
        member.wasSentFiles = member.wasSentFiles || progress.bytesToSend > 0;
        if (reported >= 0 && progress.bytesSent - reported < reportEvery && !last)
            return;
        reported = progress.bytesSent;
        if (progress.bytesToSend > 0)
            crew.say(member, stage, progress.bytesSent, progress.bytesToSend);
    };
}

Result<void> keep(Result<Manifest> made, Manifest &manifest)
{
    return made.map([&](Manifest &found) { manifest = std::move(found); });
}

} // namespace

Result<Sending> Sending::find(const JobSpec &job, const std::string &engine)
{
    const auto data = findDataFiles(job.task);
    if (!data)
        return tl::unexpected(data.error());
    const auto work = findContinueFiles(job.continueFrom);
    if (!work)
        return tl::unexpected(work.error());
    Sending sending;
    sending.m_program = engine;
    sending.m_dataFiles = *data;
    sending.m_workFiles = *work;
    return sending;
}

Result<void> Sending::prepare(const Crew &crew)
{
    const auto &members = crew.members();
    if (std::none_of(members.begin(), members.end(), isSentFiles))
        return {};
    const bool needsCuda = std::any_of(members.begin(), members.end(), isSentCuda);
    return keep(engineManifest(m_program), m_engine)
        .and_then([&]() -> Result<void> {
            return needsCuda ? keep(engineManifest(m_program, EngineParts::WithCuda), m_cudaEngine) : Result<void>();
        })
        .and_then([&] { return keep(dataManifest(m_dataFiles), m_data); })
        .and_then([&] { return keep(dataManifest(m_workFiles), m_work); });
}

const Manifest &Sending::engineFor(const Member &member) const
{
    return isSentCuda(member) ? m_cudaEngine : m_engine;
}

Result<void> Sending::send(const Crew &crew, const QString &runId, Member &member, std::stop_token stop) const
{
    if (!isSentFiles(member))
        member.place.engine = m_program;
    else if (const auto sent = sendEngineAndData(crew, member, stop); !sent)
        return sent;
    // Machines may share a home: each has a folder of its own in it, the coordinator's bears the run's plain id.
    member.place.folder = member.root + "/runs/" + runId.toStdString();
    if (member.index > 0)
        member.place.folder += '-' + std::to_string(member.index);
    return {};
}

Result<void> Sending::sendEngineAndData(const Crew &crew, Member &member, std::stop_token stop) const
{
    crew.say(member, Preparation::tr("Checking what is there"));
    const auto engine = deploy(*member.session, member.root, engineFor(member),
        progressOf(crew, member, Preparation::tr("Sending the engine")), stop);
    if (!engine)
        return tl::unexpected(engine.error());
    const auto data = deploy(*member.session, member.root, m_data,
        progressOf(crew, member, Preparation::tr("Sending the data")), stop, member.machine.sharedFolders);
    if (!data)
        return tl::unexpected(data.error());
    member.place.engine = *engine + "/bin/motley-engine";
    member.job.task = movedTo(*data, member.job.task);
    return sendWork(crew, member, stop);
}

// What the run goes on from: the coordinator hands it to the others.
Result<void> Sending::sendWork(const Crew &crew, Member &member, std::stop_token stop) const
{
    if (member.index > 0 || m_workFiles.empty())
        return {};
    const auto work = deploy(*member.session, member.root, m_work,
        progressOf(crew, member, Preparation::tr("Sending what to go on from")), stop, member.machine.sharedFolders);
    if (!work)
        return tl::unexpected(work.error());
    member.job.continueFrom = movedTo(*work, member.job.continueFrom, m_workFiles);
    return {};
}

} // namespace motley
