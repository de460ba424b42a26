// Logs in to the host "there" of the client configuration that an SshdServer wrote.
#pragma once

#include "remote/fleet/connect.h"
#include "scriptedprompter.h"
#include "sshdserver.h"

#include <QFile>
#include <QTest>

namespace motley {

class LoginFixture {
protected:
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    bool connects(std::stop_token stop = {})
    {
        auto session = connectTo(Machine{Machine::Kind::Ssh, "There", "there", {}}, m_prompter, stop);
        if (!session) {
            m_error = session.error();
            m_cause = session.error().cause;
            return false;
        }
        const auto result = (*session)->run("echo here");
        return result && result->output == "here\n";
    }
    // What the program ssh does with the same configuration, where nobody answers its questions.
    static bool sshConnects(const SshdServer &server)
    {
        return runTool("ssh", {"-F", server.path("ssh_config"), "-o", "BatchMode=yes", "there", "true"});
    }
    bool says(const QString &words) const { return QString::fromStdString(m_error.message).contains(words); }

    ScriptedPrompter m_prompter;
    Error m_error;
    ConnectError::Cause m_cause = ConnectError::Cause::Unreachable;
};

} // namespace motley
