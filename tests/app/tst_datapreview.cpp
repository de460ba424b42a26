// The look into a task's data while its path is typed: bounded, cancelled by the next word, and waited for by nobody.
#include "app/models/datapreview.h"
#include "app/pages/datapreviewcard.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace motley;

namespace {

TaskSpec textIn(const QString &path)
{
    LanguageModelSpec spec;
    spec.data.train = {path.toStdString()};
    return spec;
}

void makeFiles(const QString &folder, int count)
{
    QVERIFY(QDir().mkpath(folder));
    for (int i = 0; i < count; ++i) {
        QFile file(folder + QStringLiteral("/%1.txt").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("words");
    }
}

} // namespace

class DataPreviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsNoMoreFilesThanItMay()
    {
        const QTemporaryDir folder;
        makeFiles(folder.path(), 30);
        PreviewLimits limits;
        limits.entries = 10;
        const auto part = previewData(textIn(folder.path()), 1, limits);
        QVERIFY(part);
        QVERIFY(!part->isWhole);
        QCOMPARE(part->files, 10);
        const auto whole = previewData(textIn(folder.path()), 1);
        QVERIFY(whole);
        QVERIFY(whole->isWhole);
        QCOMPARE(whole->files, 30);
    }

    void endsWhenItIsToldTo()
    {
        std::stop_source stop;
        stop.request_stop();
        PreviewLimits limits;
        limits.stop = stop.get_token();
        const auto preview = previewData(textIn(QStringLiteral("/usr")), 1, limits);
        QVERIFY(preview);
        QVERIFY(!preview->isWhole);
        QCOMPARE(preview->files, 0);
    }

    // The readers of models look into no folder inside a model folder.
    void staysOutOfTheFoldersInAModelFolder()
    {
        const QTemporaryDir folder;
        makeFiles(folder.filePath(QStringLiteral("model/old")), 30);
        makeFiles(folder.filePath(QStringLiteral("text")), 1);
        QFile config(folder.filePath(QStringLiteral("model/config.json")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        LanguageModelSpec spec;
        spec.model.start = {folder.filePath(QStringLiteral("model")).toStdString()};
        spec.data.train = {folder.filePath(QStringLiteral("text")).toStdString()};
        PreviewLimits limits;
        limits.entries = 10;
        const auto preview = previewData(spec, 1, limits);
        QVERIFY(preview);
        QVERIFY(preview->isWhole);
        QCOMPARE(preview->files, 2);
    }

    // "/" has more files than can be looked at while the user waits.
    void answersTheLastPathThatWasTyped()
    {
        auto card = std::make_unique<DataPreviewCard>();
        for (const char *typed : {"/", "/usr", "/usr/", "/usr/bin", "/usr/bin/", "/usr/bin/ls"})
            card->load(textIn(QString::fromLatin1(typed)));
        QTRY_VERIFY_WITH_TIMEOUT(card->isGood(), 20000);
        QVERIFY(card->problem().isEmpty());
        card->load(textIn(QStringLiteral("/")));
        card->lookNow();
        card.reset(); // waits for no look
    }
};

QTEST_MAIN(DataPreviewTest)
#include "tst_datapreview.moc"
