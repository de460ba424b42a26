// A crontab of a folder's own, in place of that of the account: a program `crontab` that knows no other, and what cron
// starts of it after a restart.
#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace motley {

class FakeCrontab {
public:
    FakeCrontab()
    {
        // As that of Debian's package cron.
        write(QStringLiteral("crontab"),
            "#!/bin/sh\n"
            "table=$(dirname \"$0\")/table\n"
            "case $1 in\n"
            "-l) cat \"$table\" 2>/dev/null || { echo \"no crontab for $(id -un)\" >&2; exit 1; } ;;\n"
            "-r) rm \"$table\" ;;\n"
            "-) cat >\"$table.new\" && mv \"$table.new\" \"$table\" ;;\n"
            "*) cp \"$1\" \"$table\" ;;\n"
            "esac\n");
    }

    QString folder() const { return m_folder.path(); } // of the program
    QString table() const { return m_folder.filePath(QStringLiteral("table")); }
    QByteArray text() const // empty: there is none
    {
        QFile file(table());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void setText(const QByteArray &text) const
    {
        QFile file(table());
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
    }
    // Of the run in that folder; empty: there is none.
    QByteArray lineOf(const std::string &folder) const
    {
        for (const QByteArray &line : text().split('\n'))
            if (line.endsWith("# motley:" + QByteArray::fromStdString(folder) + ':'))
                return line;
        return {};
    }

    // Runs a line as cron does after a restart: by a shell that knows next to nothing but the locale of the system.
    std::unique_ptr<QProcess> start(const QByteArray &line) const
    {
        auto cron = std::make_unique<QProcess>();
        QProcessEnvironment variables;
        variables.insert(QStringLiteral("HOME"), QDir::homePath());
        variables.insert(QStringLiteral("SHELL"), QStringLiteral("/bin/sh"));
        variables.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
        variables.insert(QStringLiteral("PATH"), m_folder.path() + QStringLiteral(":/usr/bin:/bin"));
        cron->setProcessEnvironment(variables);
        cron->start(QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QString::fromUtf8(line.mid(QByteArray("@reboot ").size()))});
        cron->waitForStarted();
        return cron;
    }

    void write(const QString &name, const QByteArray &script) const // a program beside it
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(script);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace motley
