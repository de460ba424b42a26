#include "testaccount.h"

#include <QProcess>

#include <unistd.h>

namespace motley {

TestAccount::~TestAccount()
{
    if (!m_name.isEmpty())
        runTool("userdel", {"--force", m_name});
}

Result<void> TestAccount::create(const QString &password)
{
    if (::getuid() != 0)
        return fail("An account with a password can be made by root only.");
    const auto name = QStringLiteral("motley-test-%1").arg(::getpid());
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
