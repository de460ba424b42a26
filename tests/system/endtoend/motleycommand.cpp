#include "tests/system/endtoend/motleycommand.h"

#include <QFile>
#include <QJsonDocument>

namespace motley {

namespace {

CommandOutcome runToEnd(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment, int seconds)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    CommandOutcome outcome;
    if (process.waitForFinished(seconds * 1000) && process.exitStatus() == QProcess::NormalExit)
        outcome.exitCode = process.exitCode();
    else
        process.kill();
    process.waitForFinished();
    outcome.output = process.readAllStandardOutput();
    outcome.complaints = process.readAllStandardError();
    return outcome;
}

} // namespace

std::vector<QJsonObject> jsonLines(const QByteArray &text)
{
    std::vector<QJsonObject> lines;
    for (const auto &line : text.split('\n'))
        if (const auto json = QJsonDocument::fromJson(line); json.isObject())
            lines.push_back(json.object());
    return lines;
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<QJsonObject> CommandOutcome::lines() const
{
    return jsonLines(output);
}

MotleyCommand::MotleyCommand(const QString &sshConfig) : m_environment(QProcessEnvironment::systemEnvironment())
{
    m_environment.insert("XDG_CONFIG_HOME", m_folder.filePath("config"));
    m_environment.insert("XDG_DATA_HOME", m_folder.filePath("data"));
    m_environment.insert("XDG_CACHE_HOME", m_folder.filePath("cache"));
    m_environment.insert("MOTLEY_SSH_CONFIG", sshConfig);
    m_environment.insert("LC_ALL", "C.UTF-8");
}

CommandOutcome MotleyCommand::run(const QStringList &arguments, int seconds) const
{
    return runToEnd(MOTLEY_PROGRAM, arguments, m_environment, seconds);
}

std::unique_ptr<QProcess> MotleyCommand::start(const QStringList &arguments, const QString &outputFile) const
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    process->setStandardOutputFile(outputFile);
    process->setStandardErrorFile(outputFile + ".err");
    process->start(MOTLEY_PROGRAM, arguments);
    return process;
}

CommandOutcome MotleyCommand::engine(const QStringList &arguments, int seconds) const
{
    return runToEnd(MOTLEY_ENGINE_PROGRAM, arguments, m_environment, seconds);
}

QString MotleyCommand::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QFile::WriteOnly) || file.write(text) != text.size())
        return {};
    return file.fileName();
}

} // namespace motley
