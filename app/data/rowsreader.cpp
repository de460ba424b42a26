#include "app/data/rowsreader.h"

#include "app/data/endprocess.h"
#include "app/data/whyended.h"
#include "engine/job/jobspec.h"
#include "remote/engine/enginelocation.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryFile>

#include <utility>

namespace motley {

namespace {

Result<std::unique_ptr<QTemporaryFile>> writeJob(const TaskSpec &task)
{
    JobSpec job;
    job.name = "rows"; // a job needs one
    job.task = task;
    auto file = std::make_unique<QTemporaryFile>(QDir::tempPath() + QStringLiteral("/motley-rows-XXXXXX.json"));
    const QByteArray json = QByteArray::fromStdString(toJson(job));
    if (file->open() && file->write(json) == json.size() && file->flush())
        return file;
    return fail(RowsReader::tr("%1 could not be written.").arg(file->fileName()).toStdString(),
        file->errorString().toStdString());
}

} // namespace

bool hasRowsOfText(const TaskSpec &task)
{
    return std::holds_alternative<LanguageModelSpec>(task) || std::holds_alternative<TranslationSpec>(task)
        || std::holds_alternative<TaggingSpec>(task);
}

RowsReader::RowsReader(QObject *parent) : QObject(parent) { }

RowsReader::~RowsReader()
{
    stop();
}

void RowsReader::read(const TaskSpec &task, int most)
{
    stop();
    const auto engine = findEngine();
    if (!engine) {
        Q_EMIT failed(engine.error());
        return;
    }
    auto job = writeJob(task);
    if (!job) {
        Q_EMIT failed(job.error());
        return;
    }
    m_job = std::move(*job);
    m_process = new QProcess;
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process, &QProcess::finished, this, &RowsReader::take);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            take();
    });
    m_process->start(QString::fromStdString(*engine),
        {QStringLiteral("rows"), m_job->fileName(), QStringLiteral("--json"), QStringLiteral("--count"),
            QString::number(most)});
}

void RowsReader::take()
{
    QProcess *process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    process->deleteLater();
    m_job.reset();
    const bool isDone = process->exitStatus() == QProcess::NormalExit && process->error() != QProcess::FailedToStart
        && process->exitCode() == 0;
    if (!isDone) {
        Q_EMIT failed(whyEnded(*process, process->readAllStandardError()));
        return;
    }
    const auto rows = parseTrainingRows(process->readAllStandardOutput().toStdString());
    if (rows)
        Q_EMIT answered(*rows);
    else
        Q_EMIT failed(rows.error());
}

void RowsReader::stop()
{
    endProcess(std::exchange(m_process, nullptr), this);
    m_job.reset();
}

} // namespace motley
