// The fields of a job that say how conversations become text.
#include "engine/job/jobspec.h"
#include "engine/job/jobvariant.h"

#include <QtTest>

using namespace motley;

class ConversationJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatChatTemplatesAreGiven()
    {
        const auto job = parseJob(R"({"version": 1, "name": "n", "task": "language-model", "model": {"start": "/m",
            "fixMistralRegex": true}, "data": {"train": "/t", "format": "conversations", "chatTemplate": "tool_use",
            "date": "2024-02-29"}})");
        QVERIFY2(job, job ? "" : job.error().message.c_str());
        const LanguageModelSpec &text = std::get<LanguageModelSpec>(job->task);
        QVERIFY(text.model.fixMistralRegex);
        QCOMPARE(text.data.chatTemplate.path, std::string("tool_use"));
        QCOMPARE(text.data.date, std::string("2024-02-29"));
        QVERIFY(*parseJob(toJson(*job)) == *job);
        for (const char *day : {"2026-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "26-01-01", "2026-01-01 ",
                 "today", "2026-01-32", "-026-01-01"}) {
            const auto wrong = withSetting(*job, {"data.date", day});
            QVERIFY2(!wrong, day);
            QVERIFY2(wrong.error().message.find("data.date must be a day such as 2026-11-28") != std::string::npos,
                wrong.error().message.c_str());
        }
        for (const char *day : {"", "2026-11-28", "2000-02-29", "1999-12-31"})
            QVERIFY2(withSetting(*job, {"data.date", day}), day);
    }

    void keepsInFewerBitsOnlyWhatIsNotTrained()
    {
        const auto job = parseJob(R"({"version": 1, "name": "n", "task": "language-model",
            "model": {"start": "/m", "quantization": "nf4"}, "adapter": {"rank": 4}, "data": {"train": "/t"}})");
        QVERIFY2(job, job ? "" : job.error().message.c_str());
        QCOMPARE(std::get<LanguageModelSpec>(job->task).model.quantization, Quantization::Nf4);
        QVERIFY(*parseJob(toJson(*job)) == *job);
        const auto wrong = withSetting(*job, {"adapter.rank", "0"});
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().message.starts_with("The field model.quantization keeps the model's weights in fewer"),
            wrong.error().message.c_str());
        QVERIFY(withSetting(*job, {"model.quantization", "int8"}));
        QVERIFY(!withSetting(*job, {"model.quantization", "int4"}));
    }

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
