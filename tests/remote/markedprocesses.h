// Finds the processes that a test has started, and those that they have started.
#pragma once

#include <QDir>
#include <QFile>
#include <QStringList>
#include <QUuid>

namespace motley {

// Marks by a variable what this process starts from now on.
class MarkedProcesses {
public:
    MarkedProcesses() { qputenv(variable, m_mark); }
    ~MarkedProcesses() { qunsetenv(variable); }
    MarkedProcesses(const MarkedProcesses &) = delete;
    MarkedProcesses &operator=(const MarkedProcesses &) = delete;

    QStringList alive() const // their command lines
    {
        QStringList found;
        for (const QString &number : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs))
            if (contents(QStringLiteral("/proc/%1/environ").arg(number)).contains(m_mark))
                found << QString::fromUtf8(contents(QStringLiteral("/proc/%1/cmdline").arg(number)).replace('\0', ' '));
        return found;
    }

private:
    static constexpr const char *variable = "MOTLEY_TEST_MARK";

    static QByteArray contents(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    const QByteArray m_mark = QUuid::createUuid().toByteArray();
};

} // namespace motley
