#include "sshdserver.h"

#include "tests/fixtures/processtree.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace motley {

namespace {

void write(const QString &path, const QByteArray &content, bool append = false)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | (append ? QIODevice::Append : QIODevice::Truncate)))
        file.write(content);
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool answers(int port)
{
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool connected = ::connect(client, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
    ::close(client);
    return connected;
}

} // namespace

QString currentUser()
{
    return QString::fromLocal8Bit(::getpwuid(::getuid())->pw_name);
}

bool runTool(const QString &program, const QStringList &arguments, QByteArray *output)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(20000))
        return false;
    if (output)
        *output = process.readAllStandardOutput();
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

int freePort()
{
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ::bind(probe, reinterpret_cast<sockaddr *>(&address), length);
    ::getsockname(probe, reinterpret_cast<sockaddr *>(&address), &length);
    ::close(probe);
    return ntohs(address.sin_port);
}

SshdServer::~SshdServer()
{
    stop();
}

Result<void> SshdServer::start(const QStringList &configuration)
{
    const auto program = QStandardPaths::findExecutable(
        QStringLiteral("sshd"), {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")});
    if (program.isEmpty())
        return fail("There is no sshd; install openssh-server.");
    if (::getuid() == 0)
        QDir().mkpath(QStringLiteral("/run/sshd")); // sshd needs this folder, which a service manager would make
    const QString home = path(QStringLiteral("home"));
    QDir().mkpath(home);
    if (!QFile::exists(path(QStringLiteral("host_key")))
        && !runTool(QStringLiteral("ssh-keygen"),
            {"-q", "-t", "ed25519", "-N", "", "-C", "host", "-f", path(QStringLiteral("host_key"))}))
        return fail("ssh-keygen made no host key.");
    if (m_port == 0)
        m_port = freePort();

    QStringList lines = configuration;
    lines << QStringLiteral("ListenAddress 127.0.0.1:%1").arg(m_port) << "HostKey " + path(QStringLiteral("host_key"))
          << "AuthorizedKeysFile " + path(QStringLiteral("authorized_keys")) << "PidFile none"
          << "StrictModes no"
          << "PermitRootLogin yes"
          << "SetEnv HOME=" + home // the account's own start-up files may wait, as for a lock that a killed shell left
          << "UsePAM no"
          << "PasswordAuthentication no"
          << "KbdInteractiveAuthentication no"
          << "UseDNS no"
          << "PrintMotd no"
          << "PrintLastLog no"
          << "LogLevel VERBOSE";
    write(path(QStringLiteral("sshd_config")), lines.join('\n').toUtf8() + '\n');
    // OpenSSH 9.8 and newer keep out for a while whoever fails to log in several times, as tests do; older ones do not
    // know the option.
    const QByteArray noPenalties = "PerSourcePenalties no";
    if (runTool(program, {"-t", "-f", path(QStringLiteral("sshd_config")), "-o", noPenalties}))
        write(path(QStringLiteral("sshd_config")), noPenalties + '\n', true);
    write(path(QStringLiteral("authorized_keys")), {}, true);
    write(path(QStringLiteral("known_hosts")), {}, true);

    m_process.setStandardErrorFile(path(QStringLiteral("log")));
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(program, {"-D", "-e", "-f", path(QStringLiteral("sshd_config"))});
    if (!m_process.waitForStarted())
        return fail("sshd did not start.");
    for (int attempt = 0; attempt < 100; ++attempt) {
        if (answers(m_port))
            return {};
        if (m_process.waitForFinished(50))
            break;
    }
    return fail("sshd does not listen: " + log().toStdString());
}

void SshdServer::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    cutConnections();
    m_process.kill();
    m_process.waitForFinished();
}

void SshdServer::cutConnections()
{
    const auto processes = descendantsOf(m_process.processId());
    for (const auto process : processes)
        ::kill(static_cast<pid_t>(process), SIGKILL);
}

void SshdServer::hold()
{
    const auto processes = descendantsOf(m_process.processId());
    for (const auto process : processes)
        ::kill(static_cast<pid_t>(process), SIGSTOP);
}

QByteArray SshdServer::publicHostKey() const
{
    return contentOf(path(QStringLiteral("host_key.pub"))).split(' ').mid(0, 2).join(' ');
}

QString SshdServer::fingerprint() const
{
    QByteArray output;
    runTool(QStringLiteral("ssh-keygen"), {"-l", "-f", path(QStringLiteral("host_key.pub"))}, &output);
    return QString::fromUtf8(output).section(' ', 1, 1);
}

QByteArray SshdServer::log() const
{
    return contentOf(path(QStringLiteral("log")));
}

qsizetype SshdServer::connections() const
{
    return childrenOf(m_process.processId()).size(); // a process for each
}

QString SshdServer::makeKey(const QString &name, const QString &passphrase, bool authorized)
{
    runTool(QStringLiteral("ssh-keygen"), {"-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", path(name)});
    if (authorized)
        write(path(QStringLiteral("authorized_keys")), contentOf(path(name + ".pub")), true);
    return path(name);
}

void SshdServer::knowHostKey(const QString &alias)
{
    const auto name = alias.isEmpty() ? QStringLiteral("[127.0.0.1]:%1").arg(m_port) : alias;
    write(path(QStringLiteral("known_hosts")), name.toUtf8() + ' ' + publicHostKey() + '\n');
}

void SshdServer::writeClientConfig(const QStringList &more, const QString &entries)
{
    QStringList lines{"Host there"};
    lines << more << "HostName 127.0.0.1" << QStringLiteral("Port %1").arg(m_port) << "User " + currentUser()
          << "UserKnownHostsFile " + path(QStringLiteral("known_hosts")) << "GlobalKnownHostsFile /dev/null"
          << "IdentityAgent none"
          << "IdentitiesOnly yes";
    write(path(QStringLiteral("ssh_config")), lines.join(QStringLiteral("\n    ")).toUtf8() + '\n' + entries.toUtf8());
    qputenv("MOTLEY_SSH_CONFIG", path(QStringLiteral("ssh_config")).toLocal8Bit());
}

} // namespace motley
