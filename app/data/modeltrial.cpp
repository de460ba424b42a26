#include "app/data/modeltrial.h"

#include "app/data/endprocess.h"
#include "app/data/whyended.h"
#include "engine/job/continuefiles.h"
#include "engine/job/tasks/peftfiles.h"
#include "remote/engine/enginelocation.h"

#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr qsizetype longestError = 4096; // bytes

bool isModel(const QString &folder)
{
    const auto has
        = [&](const char *name) { return QFileInfo::exists(folder + QLatin1Char('/') + QLatin1String(name)); };
    return (has("config.json") && has("model.safetensors")) || (has(adapterConfigFile) && has(adapterTensorFile));
}

QStringList argumentsFor(TrialKind use, const QString &folder, const QString &input)
{
    const auto list = [&](std::initializer_list<const char *> words) {
        QStringList arguments;
        for (const char *word : words)
            arguments << QString::fromLatin1(word);
        arguments.insert(1, folder);
        return arguments;
    };
    switch (use) {
    case TrialKind::Chat:
        return list({"generate", "--chat", "--stream", "--tokens", "500", "--temperature", "0.7"});
    case TrialKind::WriteOn:
        return list({"generate", "--stream", "--tokens", "200", "--temperature", "0.8"})
            << QStringLiteral("--prompt=") + input;
    case TrialKind::Translate:
        return list({"translate"});
    case TrialKind::Tag:
        return list({"tag"});
    case TrialKind::Classify:
        return list({"classify"}) << QFileInfo(input).absoluteFilePath() << QStringLiteral("--top")
                                  << QStringLiteral("5");
    }
    return {};
}

bool streams(TrialKind use)
{
    return use == TrialKind::Chat || use == TrialKind::WriteOn;
}

} // namespace

std::vector<TrialKind> usesOf(const TaskSpec &task)
{
    if (const auto *spec = std::get_if<LanguageModelSpec>(&task)) {
        std::vector<TrialKind> uses{TrialKind::Chat, TrialKind::WriteOn};
        if (spec->data.format != LanguageModelData::Format::Conversations)
            std::reverse(uses.begin(), uses.end());
        if (spec->data.units == LanguageModelData::Units::Characters && spec->model.start.path.empty())
            uses.pop_back(); // it has no template for conversations
        return uses;
    }
    if (std::holds_alternative<TranslationSpec>(task))
        return {TrialKind::Translate};
    if (std::holds_alternative<TaggingSpec>(task))
        return {TrialKind::Tag};
    if (std::holds_alternative<ImageSpec>(task))
        return {TrialKind::Classify};
    return {};
}

QString usableModel(const QString &runFolder)
{
    QStringList folders{runFolder + QStringLiteral("/model"), runFolder + QStringLiteral("/best-model")};
    const QString checkpoints = runFolder + QStringLiteral("/checkpoints");
    auto steps = checkpointSteps(checkpoints.toStdString());
    std::sort(steps.rbegin(), steps.rend());
    for (const std::int64_t step : steps)
        folders << QStringLiteral("%1/step-%2").arg(checkpoints).arg(step);
    const auto found = std::find_if(folders.begin(), folders.end(), isModel);
    return found == folders.end() ? QString() : *found;
}

ModelTrial::ModelTrial(QString modelFolder, QObject *parent) : QObject(parent), m_folder(std::move(modelFolder)) { }

ModelTrial::~ModelTrial()
{
    stop();
}

void ModelTrial::ask(TrialKind use, const QString &input)
{
    const bool goesOn = m_process && use == TrialKind::Chat && m_use == TrialKind::Chat && !m_isBusy;
    if (!goesOn)
        stop();
    m_use = use;
    m_isBusy = true;
    m_length = 0;
    m_text = QStringDecoder(QStringDecoder::Utf8);
    if (!goesOn)
        start(argumentsFor(use, m_folder, input));
    if (!m_process)
        return;
    if (use != TrialKind::WriteOn && use != TrialKind::Classify)
        m_process->write(input.simplified().toUtf8() + '\n');
    if (use != TrialKind::Chat)
        m_process->closeWriteChannel();
}

void ModelTrial::start(const QStringList &arguments)
{
    const auto engine = findEngine();
    if (!engine) {
        m_isBusy = false;
        Q_EMIT failed(engine.error());
        return;
    }
    m_errors.clear();
    m_process = new QProcess;
    connect(m_process, &QProcess::readyReadStandardError, this,
        [this] { m_errors = (m_errors + m_process->readAllStandardError()).right(longestError); });
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ModelTrial::read);
    connect(m_process, &QProcess::finished, this, &ModelTrial::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish();
    });
    m_process->start(QString::fromStdString(*engine), arguments);
}

void ModelTrial::read()
{
    const QByteArray bytes = m_process->readAllStandardOutput();
    if (!m_isBusy)
        return;
    const qsizetype last = streams(m_use) ? bytes.indexOf('\0') : -1;
    take(last < 0 ? bytes : bytes.left(last));
    if (m_isBusy && last >= 0)
        end();
}

void ModelTrial::take(const QByteArray &bytes)
{
    const QString piece = m_text(bytes);
    m_length += piece.size();
    if (m_length <= longestAnswer) {
        Q_EMIT written(piece);
        return;
    }
    stop();
    Q_EMIT answered();
}

void ModelTrial::end()
{
    m_isBusy = false;
    Q_EMIT answered();
}

void ModelTrial::finish()
{
    if (m_process->error() != QProcess::FailedToStart)
        read(); // what came last
    QProcess *process = std::exchange(m_process, nullptr);
    if (!process)
        return;
    process->disconnect(this);
    process->deleteLater();
    if (!std::exchange(m_isBusy, false))
        return;
    if (process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0 && !streams(m_use))
        Q_EMIT answered();
    else
        Q_EMIT failed(whyEnded(*process, m_errors + process->readAllStandardError()));
}

void ModelTrial::stop()
{
    m_isBusy = false;
    endProcess(std::exchange(m_process, nullptr), this);
}

} // namespace motley
