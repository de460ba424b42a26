#include "testaccount.h"

#include <QFile>
#include <QProcess>

#include <unistd.h>

namespace motley {

namespace {

const QString prefix = QStringLiteral("motley-test-");

// Removes the accounts of tests that ended without their destructors.
void removeOrphans()
{
    QFile accounts(QStringLiteral("/etc/passwd"));
    if (!accounts.open(QIODevice::ReadOnly))
        return;
    const auto lines = QString::fromUtf8(accounts.readAll()).split('\n');
    for (const auto &line : lines) {
        const auto name = line.section(':', 0, 0);
        if (name.startsWith(prefix) && !QFile::exists("/proc/" + name.mid(prefix.size())))
            runTool("userdel", {"--force", name});
    }
}

} // namespace

TestAccount::~TestAccount()
{
    if (!m_name.isEmpty())
        runTool("userdel", {"--force", m_name});
}

Result<void> TestAccount::create(const QString &password)
{
    if (::getuid() != 0)
        return fail("An account with a password can be made by root only.");
    removeOrphans();
    const auto name = prefix + QString::number(::getpid());
    if (!runTool("useradd", {"--no-create-home", "--home-dir", "/", "--shell", "/bin/sh", name}))
        return fail("useradd made no account.");
    m_name = name;
    QProcess chpasswd;
    chpasswd.start("chpasswd", QStringList());
    chpasswd.write((name + ':' + password + '\n').toUtf8());
    chpasswd.closeWriteChannel();
    if (!chpasswd.waitForFinished(20000) || chpasswd.exitCode() != 0)
        return fail("chpasswd set no password.");
    return {};
}

} // namespace motley
