// Two files, a tree of them that is deployed on this computer, and what tests ask of it.
#pragma once

#include "remote/deploy/deployment.h"
#include "remote/session/localsession.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

namespace motley {

inline constexpr qint64 bigFile = 300'000;

inline QByteArray randomBytes(qint64 count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    std::generate(bytes.begin(), bytes.end(), [] { return char(QRandomGenerator::global()->generate()); });
    return bytes;
}

inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QStringList filesBelow(const QString &folder, const QString &pattern)
{
    QStringList found;
    QDirIterator files(folder, {pattern}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext())
        found << files.next();
    return found;
}

class DeploymentFixture {
protected:
    // Makes new files and an install root that does not exist yet; to be called before each test.
    void prepare()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder->filePath("home").toUtf8());
        m_root = m_folder->filePath("a root with spaces, $(quotes) and 'more'");
        QVERIFY(QDir().mkpath(m_folder->filePath("data")));
        m_big = randomBytes(bigFile);
        write("big", m_big);
        write("small", "hello\n");
        m_manifest = manifest({"big", "small"});
    }

    std::string root() const { return m_root.toStdString(); }
    QString treePath() const { return m_root + "/data/" + QString::fromStdString(m_manifest.id()); }
    bool nothingUnfinished() const
    {
        return filesBelow(m_root, "*.part.*").isEmpty()
            && QDir(m_root + "/data").entryList({".tmp.*"}, QDir::Dirs | QDir::Hidden).isEmpty();
    }

    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_folder->filePath("data/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    Manifest manifest(const QStringList &names) const
    {
        std::vector<DataFile> files;
        for (const auto &name : names)
            files.push_back({"data", m_folder->filePath("data/" + name).toStdString(), name.toStdString()});
        return dataManifest(files).value_or(Manifest{});
    }

    template <typename T>
    static const char *why(const Result<T> &result)
    {
        static QByteArray text;
        text = result ? "no error" : QByteArray::fromStdString(result.error().message + " | " + result.error().detail);
        return text.constData();
    }

    LocalSession m_session;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_root;
    QByteArray m_big;
    Manifest m_manifest;
};

} // namespace motley
