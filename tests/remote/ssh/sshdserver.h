// A real sshd on loopback for one test. Its keys, configuration and files lie in a folder that the destructor removes.
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

    // `configuration` comes before the fixture's own lines, and sshd takes the first value of a keyword.
    Result<void> start(const QStringList &configuration = {});
    void stop(); // also ends its connections

    QString path(const QString &name) const { return m_folder.filePath(name); }
    int port() const { return m_port; }
    QString fingerprint() const; // of the host key, from ssh-keygen
    QByteArray publicHostKey() const; // "ssh-ed25519 AAAA..."
    QByteArray log() const;
    qsizetype connections() const; // that are open, logged in or not

    // Makes a key pair that, if authorized, may log in. Returns the path of the private key.
    QString makeKey(const QString &name, const QString &passphrase = {}, bool authorized = true);
    void knowHostKey(const QString &alias = {}); // writes known_hosts
    // Writes the client's configuration and sets MOTLEY_SSH_CONFIG to it. `more` goes into the entry of the host
    // "there".
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
