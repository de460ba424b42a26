// A lab of machines with a real sshd for a test. It ends with this object or with the test's process, however that
// ends.
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

    // Runs another command of `lab` for this lab: command("rekey", "m1"), command("exec", "m1", {"--", "id"}).
    struct Output {
        int exitCode = -1;
        QByteArray words; // stdout
        QByteArray complaints; // stderr
    };
    Output command(
        const QString &verb, const QString &machine, const QStringList &arguments = {}, int seconds = 60) const;
    // Runs a command over the system's ssh client, which asks no questions (BatchMode).
    Output ssh(const QString &machine, const QString &remoteCommand, int seconds = 60) const;

    bool isRooted() const { return m_kind == "namespaces"; } // the lab has quotas, link speeds and networks of its own
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
