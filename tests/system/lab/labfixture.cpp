#include "tests/system/lab/labfixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace motley {
namespace {

const QString program = QStringLiteral(MOTLEY_LAB_PROGRAM);
constexpr int upLimit = 840; // seconds; the first use of another Debian downloads it

LabFixture::Output runToEnd(const QString &command, const QStringList &arguments, int seconds)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(command, arguments);
    if (!process.waitForFinished(seconds * 1000)) {
        process.kill();
        process.waitForFinished();
        return {-1, process.readAllStandardOutput(), "did not end in time: " + process.errorString().toUtf8()};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
        process.readAllStandardError()};
}

} // namespace

LabFixture::~LabFixture()
{
    down();
}

Result<void> LabFixture::up(const QStringList &arguments)
{
    m_process.start(program, QStringList{"up", "--json", "--until-exit"} + arguments);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(upLimit * 1000)) {
            const bool ended = m_process.state() == QProcess::NotRunning;
            const auto words = QString::fromUtf8(m_process.readAllStandardError()).trimmed().toStdString();
            down();
            return fail("The lab did not come up" + (ended ? "" : " within " + std::to_string(upLimit) + " seconds")
                + (words.empty() ? "." : ": " + words));
        }
    }
    return read(m_process.readLine());
}

Result<void> LabFixture::read(const QByteArray &line)
{
    const auto lab = QJsonDocument::fromJson(line).object();
    if (lab.isEmpty())
        return fail("The lab did not describe itself.", line.toStdString());
    m_number = lab["lab"].toInt();
    m_kind = lab["kind"].toString();
    m_folder = lab["folder"].toString();
    m_password = lab["password"].toString();
    m_machines.clear();
    const auto machines = lab["machines"].toArray();
    for (const auto &value : machines) {
        const auto machine = value.toObject();
        m_machines.append({machine["name"].toString(), machine["address"].toString(), machine["port"].toInt(),
            machine["user"].toString(), machine["home"].toString(), machine["fingerprint"].toString()});
    }
    return {};
}

void LabFixture::down()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(60000))
        m_process.kill();
    m_process.waitForFinished();
}

LabFixture::Output LabFixture::command(
    const QString &verb, const QString &machine, const QStringList &arguments, int seconds) const
{
    return runToEnd(program, QStringList{verb, "--lab", QString::number(m_number), machine} + arguments, seconds);
}

LabFixture::Output LabFixture::ssh(const QString &machine, const QString &remoteCommand, int seconds) const
{
    return runToEnd("ssh", {"-F", sshConfig(), "-o", "BatchMode=yes", machine, remoteCommand}, seconds);
}

} // namespace motley
