// A real sshd on loopback for one test: keys, configuration and everything it writes lie in a folder that goes with it.
#pragma once

#include "engine/base/result.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace motley {

class SshdServer {
public:
    SshdServer() = default;
    ~SshdServer();
    SshdServer(const SshdServer &) = delete;
    SshdServer &operator=(const SshdServer &) = delete;

    // `configuration` comes before what the fixture says, and sshd takes the first word on a matter.
    Result<void> start(const QStringList &configuration = {});
    void stop(); // with its connections

    QString path(const QString &name) const { return m_folder.filePath(name); }
    int port() const { return m_port; }
    QString fingerprint() const; // of the host key, from ssh-keygen
    QByteArray publicHostKey() const; // "ssh-ed25519 AAAA..."
    QByteArray log() const;

    // A key pair that may log in.
    QString makeKey(const QString &name, const QString &passphrase = {}, bool authorized = true);
    void knowHostKey(const QString &alias = {}); // writes known_hosts
    // The client's configuration, in MOTLEY_SSH_CONFIG from then on. `more` goes into the entry of the host "there".
    void writeClientConfig(const QStringList &more = {}, const QString &entries = {});

    void hold(); // SIGSTOP to the server and its connections, as on a machine that hangs
    void cutConnections();

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
};

QString currentUser();
bool runTool(const QString &program, const QStringList &arguments, QByteArray *output = nullptr);
int freePort();

} // namespace motley
