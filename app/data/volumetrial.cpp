#include "app/data/volumetrial.h"

#include "app/data/endprocess.h"
#include "app/data/whyended.h"
#include "remote/engine/enginelocation.h"

#include <QFileInfo>
#include <QProcess>
#include <QStringList>

#include <utility>

namespace motley {

namespace {

constexpr qsizetype longestError = 4096; // bytes
constexpr qsizetype longestLine = 4096; // bytes; an engine's is shorter

QString inCommas(const Voxels &voxels)
{
    return QStringLiteral("%1,%2,%3").arg(voxels[0]).arg(voxels[1]).arg(voxels[2]);
}

} // namespace

VolumeTrial::VolumeTrial(QString modelFolder, QObject *parent) : QObject(parent), m_folder(std::move(modelFolder)) { }

VolumeTrial::~VolumeTrial()
{
    stop();
}

void VolumeTrial::segment(const QString &volume, const VolumeBox &box)
{
    stop();
    const auto engine = findEngine();
    if (!engine) {
        Q_EMIT failed(engine.error());
        return;
    }
    if (!m_results.isValid()) {
        Q_EMIT failed(
            {tr("No folder for the segments could be made: %1").arg(m_results.errorString()).toStdString(), {}});
        return;
    }
    m_line.clear();
    m_result.reset();
    m_errors.clear();
    m_isToldToEnd = false;
    m_written = m_results.filePath(QStringLiteral("segments-%1.h5").arg(++m_asked));
    m_process = new QProcess;
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process, &QProcess::readyReadStandardError, this,
        [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(longestError); });
    connect(m_process, &QProcess::readyReadStandardOutput, this, &VolumeTrial::read);
    connect(m_process, &QProcess::finished, this, &VolumeTrial::takeEnd);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            takeEnd();
    });
    m_process->start(QString::fromStdString(*engine),
        {QStringLiteral("fill"), m_folder, QFileInfo(volume).absoluteFilePath(), QStringLiteral("--out"), m_written,
            QStringLiteral("--first"), inCommas(box.first), QStringLiteral("--size"), inCommas(box.extent),
            QStringLiteral("--progress")});
}

// The engine ends with what it has at the first SIGTERM, and at once with nothing at the second.
void VolumeTrial::finish()
{
    if (!m_process)
        return;
    m_isToldToEnd = true;
    m_process->terminate();
}

void VolumeTrial::read()
{
    m_line += m_process->readAllStandardOutput();
    for (qsizetype end = m_line.indexOf('\n'); end >= 0; end = m_line.indexOf('\n')) {
        take(m_line.left(end));
        m_line.remove(0, end + 1);
    }
    m_line = m_line.left(longestLine);
}

void VolumeTrial::take(const QByteArray &line)
{
    const auto told = parseFillingLine(line.toStdString());
    if (!told)
        return; // what follows says why, or there is no answer
    if (const auto *progress = std::get_if<FillingProgress>(&*told))
        Q_EMIT progressed(progress->done, progress->seeds, progress->segments);
    else
        m_result = std::get<FillingResult>(*told);
}

void VolumeTrial::takeEnd()
{
    if (m_process->error() != QProcess::FailedToStart)
        read(); // what came last
    QProcess *process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    process->deleteLater();
    const bool isDone = process->error() != QProcess::FailedToStart && process->exitStatus() == QProcess::NormalExit
        && process->exitCode() == 0;
    const QByteArray said = m_errors + process->readAllStandardError();
    if (isDone && m_result) {
        m_found = m_written;
        Q_EMIT found(m_result->segments, m_result->filled);
    } else if (m_isToldToEnd && said.isEmpty()) {
        Q_EMIT ended();
    } else {
        Q_EMIT failed(whyEnded(*process, said));
    }
}

void VolumeTrial::stop()
{
    endProcess(std::exchange(m_process, nullptr), this);
}

} // namespace motley
