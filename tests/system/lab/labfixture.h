// A lab of real machines for a test: up when the test begins, gone when it or its process ends, however it ends.
#pragma once

#include "engine/base/result.h"

#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace motley {

struct LabMachine {
    QString name;
    QString address;
    int port = 22;
    QString user;
    QString home;
    QString fingerprint; // of the host key: "SHA256:..."
};

class LabFixture {
public:
    LabFixture() = default;
    ~LabFixture();
    LabFixture(const LabFixture &) = delete;
    LabFixture &operator=(const LabFixture &) = delete;

    // Arguments as of `tests/system/lab/lab up`: {"--machines", "2", "--cpu", "100,40"}. An Error is a reason to QSKIP.
    Result<void> up(const QStringList &arguments = {});
    void down();

    // Another of its commands for this lab: command("rekey", "m1"), command("exec", "m1", {"--", "id"}).
    struct Output {
        int exitCode = -1;
        QByteArray words; // stdout
        QByteArray complaints; // stderr
    };
    Output command(
        const QString &verb, const QString &machine, const QStringList &arguments = {}, int seconds = 60) const;
    // A command over the system's own ssh client, never asking anything.
    Output ssh(const QString &machine, const QString &remoteCommand, int seconds = 60) const;

    bool isRooted() const { return m_kind == "namespaces"; } // quotas, link speeds, own networks
    qint64 processId() const { return m_process.processId(); }
    QString folder() const { return m_folder; }
    QString sshConfig() const { return m_folder + "/ssh_config"; }
    QString knownHosts() const { return m_folder + "/known_hosts"; }
    QString identity() const { return m_folder + "/identity"; }
    QString password() const { return m_password; }
    const QList<LabMachine> &machines() const { return m_machines; }

private:
    Result<void> read(const QByteArray &line);

    QProcess m_process;
    int m_number = -1;
    QString m_kind;
    QString m_folder;
    QString m_password;
    QList<LabMachine> m_machines;
};

} // namespace motley
