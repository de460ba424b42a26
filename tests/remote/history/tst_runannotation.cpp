// What users write about runs: kept, bounded, and not lost between two programs or two versions.
#include "remote/history/runrecord.h"

#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

JobSpec job(const char *name)
{
    JobSpec job;
    job.name = name;
    job.task = ImageSpec{{}, {"/data"}};
    return job;
}

std::vector<Machine> oneMachine()
{
    return {{Machine::Kind::ThisComputer, "local", {}, {}}};
}

} // namespace

class RunAnnotationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void keepsANoteAndTags()
    {
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        auto record = history.create(job("digits"), oneMachine());
        QVERIFY(record);
        QSignalSpy changes(&history, &RunHistory::changed);
        const Annotation written{" Rate of\n<b>0.3</b>\u202e\x07 ", tagsOf("wide ,Base line,, WIDE\u060cdeep")};
        QVERIFY(history.annotate(record->id, {}, written));
        QCOMPARE(changes.size(), 1);
        record->lastLoss = 0.5;
        QVERIFY(history.update(*record)); // by what follows the run, and knows of no note
        RunHistory again(m_folder->path());
        QVERIFY(again.open());
        const Annotation found = again.find(record->id)->annotation;
        QCOMPARE(found.note, QStringLiteral("Rate of\n<b>0.3</b>"));
        QCOMPARE(found.tags, (QStringList{"Base line", "deep", "wide"}));
        QVERIFY(again.remove(record->id));
        const auto gone = again.annotate(record->id, {}, written);
        QVERIFY(!gone);
        QVERIFY(gone.error().message.find(record->id.toStdString()) != std::string::npos);
    }

    void refusesAnnotationsThatAreTooLong_data()
    {
        QTest::addColumn<QString>("note");
        QTest::addColumn<QStringList>("tags");
        QTest::addColumn<QString>("said");
        QStringList many;
        for (int i = 0; i < 21; ++i)
            many << QString::number(i);
        QTest::addRow("note") << QString(4001, 'x') << QStringList() << "The note has 4001 characters";
        QTest::addRow("tag") << QString() << QStringList{QString(41, 'y')} << "longer than 40 characters";
        QTest::addRow("tags") << QString() << many << "There are 21 tags";
    }

    void refusesAnnotationsThatAreTooLong()
    {
        QFETCH(QString, note);
        QFETCH(QStringList, tags);
        QFETCH(QString, said);
        RunHistory history(m_folder->path());
        QVERIFY(history.open());
        const auto record = history.create(job("digits"), oneMachine());
        QVERIFY(history.annotate(record->id, {}, {"kept", {"kept"}}));
        const auto refused = history.annotate(record->id, {"kept", {"kept"}}, {note, tags});
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.find(said.toStdString()) != std::string::npos, refused.error().message.c_str());
        QVERIFY(history.find(record->id)->annotation == Annotation({"kept", {"kept"}}));
    }

    void keepsWhatTwoProgramsWriteOfOneRun()
    {
        RunHistory window(m_folder->path());
        RunHistory other(m_folder->path());
        QVERIFY(window.open());
        QVERIFY(other.open());
        const QString id = window.create(job("digits"), oneMachine())->id;
        const Annotation seen{"first", {"deep", "old"}};
        QVERIFY(window.annotate(id, {}, seen)); // both show it and edit it
        QVERIFY(window.annotate(id, seen, {"mine", {"deep", "good"}}));
        QVERIFY(other.annotate(id, seen, {"theirs", {"deep", "old", "wide"}}));
        const Annotation kept = window.find(id)->annotation;
        QCOMPARE(kept.note, QStringLiteral("mine\n\ntheirs"));
        QCOMPARE(kept.tags, (QStringList{"deep", "good", "wide"}));
        QVERIFY(other.annotate(id, seen, {"first", {"deep", "old"}})); // nothing was changed there
        QVERIFY(window.find(id)->annotation == kept);
    }

    void leavesTheListOfANewerMotleyAsItIs()
    {
        const auto execute = [&](const QString &statement) {
            QVariant value;
            {
                auto database = QSqlDatabase::addDatabase("QSQLITE", "newer");
                database.setDatabaseName(m_folder->filePath("runs.sqlite"));
                [&] { QVERIFY(database.open()); }();
                QSqlQuery query(database);
                [&] { QVERIFY(query.exec(statement)); }();
                value = query.next() ? query.value(0) : QVariant();
            }
            QSqlDatabase::removeDatabase("newer");
            return value;
        };
        QString id;
        {
            RunHistory history(m_folder->path());
            QVERIFY(history.open());
            id = history.create(job("digits"), oneMachine())->id;
            QVERIFY(history.annotate(id, {}, {"kept", {"wide"}}));
        }
        const QString version = execute("PRAGMA user_version").toString();
        execute("CREATE TABLE future (id TEXT)");
        execute("PRAGMA user_version = 99");
        RunHistory older(m_folder->path());
        const auto opened = older.open();
        QVERIFY(!opened);
        QVERIFY(opened.error().message.find("written by a newer Motley") != std::string::npos);
        QCOMPARE(execute("PRAGMA user_version").toInt(), 99);
        execute("DROP TABLE future"); // it was left there
        execute("PRAGMA user_version = " + version);
        RunHistory again(m_folder->path());
        QVERIFY(again.open());
        QVERIFY(again.find(id)->annotation == Annotation({"kept", {"wide"}}));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(RunAnnotationTest)
#include "tst_runannotation.moc"
