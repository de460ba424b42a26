// The fields of a job that say how conversations become text.
#include "engine/job/jobspec.h"

#include <QtTest>

using namespace motley;

class ConversationJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheNameOfAChatTemplateForNoPath()
    {
        QTemporaryDir folder;
        for (const auto &[given, expected] : {std::pair(std::string("rag"), std::string("rag")),
                 std::pair(std::string("mine.jinja"), folder.filePath("mine.jinja").toStdString())}) {
            QFile file(folder.filePath("job.json"));
            QVERIFY(file.open(QFile::WriteOnly));
            const QByteArray json = R"({"version": 1, "name": "n", "task": "language-model", "model": {"start": "/m"},
                "data": {"train": "/t", "format": "conversations", "chatTemplate": "@"}})";
            file.write(QByteArray(json).replace("@", given.c_str()));
            file.close();
            const auto job = readJob(file.fileName().toStdString());
            QVERIFY2(job, job ? "" : job.error().message.c_str());
            QCOMPARE(std::get<LanguageModelSpec>(job->task).data.chatTemplate.path, expected);
        }
    }
};

QTEST_GUILESS_MAIN(ConversationJobTest)
#include "tst_conversationjob.moc"
