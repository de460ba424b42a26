// Files that the commands read and write, and the scores that the real libraries give to them.
#pragma once

#include "engine/tasks/metrics/bleu.h"
#include "tests/fixtures/referencepython.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <string>

namespace motley {

inline QByteArray bytesOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QList<QByteArray> linesOf(QByteArray text)
{
    if (text.endsWith('\n'))
        text.chop(1);
    return text.split('\n');
}

// The scores by sacreBLEU or seqeval.
inline QJsonObject realScores(const QStringList &arguments)
{
    QProcess check;
    check.start(referencePython(), QStringList{MOTLEY_TESTS "/reference/checkscores.py"} + arguments);
    QTest::qVerify(check.waitForFinished() && check.exitCode() == 0, "checkscores.py", check.readAllStandardError(),
        __FILE__, __LINE__);
    return QJsonDocument::fromJson(check.readAllStandardOutput()).object();
}

inline void copyFolder(const QString &from, const QString &to)
{
    QDir().mkpath(to);
    for (const QString &name : QDir(from).entryList(QDir::Files))
        QVERIFY(QFile::copy(from + "/" + name, to + "/" + name));
}

// Lists of equal length.
inline double bleuOf(const QList<QByteArray> &translations, const QList<QByteArray> &references)
{
    BleuCounts counts;
    for (qsizetype i = 0; i < references.size(); ++i)
        counts += countBleu(translations[i].toStdString(), references[i].toStdString());
    return bleu(counts);
}

} // namespace motley
