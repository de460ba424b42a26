// Runs `motley` and `motley-engine` as a person does, with settings, data and cache folders of the test's own.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace motley {

struct CommandOutcome {
    int exitCode = -1; // -1: did not end in time
    QByteArray output;
    QByteArray complaints;

    std::vector<QJsonObject> lines() const; // of `output`, as JSON objects
};

class MotleyCommand {
public:
    // `sshConfig`: the ssh configuration through which machines are reached.
    explicit MotleyCommand(const QString &sshConfig);

    CommandOutcome run(const QStringList &arguments, int seconds = 120) const;
    // Starts a command and returns at once; its stdout goes to outputFile.
    std::unique_ptr<QProcess> start(const QStringList &arguments, const QString &outputFile) const;
    CommandOutcome engine(const QStringList &arguments, int seconds = 120) const;

    QString folder() const { return m_folder.path(); }
    QString write(const QString &name, const QByteArray &text) const; // a file in folder(); returns its path

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

std::vector<QJsonObject> jsonLines(const QByteArray &text);
QByteArray contentsOf(const QString &path);

} // namespace motley
