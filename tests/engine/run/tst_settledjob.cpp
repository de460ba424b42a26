// What a job leaves to the day on which a run is made is chosen once, also for whoever resumes the run.
#include "engine/formats/checkpointmanifest.h"
#include "engine/job/tasks/templatedate.h"
#include "engine/run/settledjob.h"

#include <QtTest>

using namespace motley;

namespace {

JobSpec jobOf(LanguageModelData::Format format, const std::string &day)
{
    LanguageModelSpec spec;
    spec.data.format = format;
    spec.data.date = day;
    JobSpec job;
    job.name = "chat";
    job.task = spec;
    return job;
}

JobSpec conversations(const std::string &day = {})
{
    return jobOf(LanguageModelData::Format::Conversations, day);
}

std::string dayIn(const JobSpec &job)
{
    return std::get<LanguageModelSpec>(job.task).data.date;
}

} // namespace

class SettledJobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheDayOfToday()
    {
        const std::string before = dayOf(std::time(nullptr));
        const JobSpec job = settled(conversations());
        const std::string after = dayOf(std::time(nullptr));
        QVERIFY(dayIn(job) == before || dayIn(job) == after);
        QVERIFY(midnightOf(dayIn(job)));
        QVERIFY(settled(job) == job);
    }

    void keepsTheDayOfTheJob() { QCOMPARE(dayIn(settled(conversations("2025-03-04"))), std::string("2025-03-04")); }

    void leavesJobsWithoutConversationsAlone()
    {
        const JobSpec text = jobOf(LanguageModelData::Format::Text, {});
        QVERIFY(settled(text) == text);
        JobSpec images;
        images.task = ImageSpec{};
        QVERIFY(settled(images) == images);
    }

    void goesOnWithTheDayOfTheRunBefore()
    {
        QTemporaryDir folder;
        const QString checkpoint = folder.filePath("checkpoints/step-7");
        QVERIFY(QDir().mkpath(checkpoint));
        QFile file(checkpoint + "/state.json");
        QVERIFY(file.open(QFile::WriteOnly));
        CheckpointState state;
        state.step = 7;
        state.job = conversations("2025-12-31");
        file.write(QByteArray::fromStdString(toJson(state)));
        file.close();
        QCOMPARE(dayIn(settled(conversations(), checkpoint.toStdString())), std::string("2025-12-31"));
        JobSpec continued = conversations();
        continued.continueFrom.path = folder.path().toStdString();
        QCOMPARE(dayIn(settled(continued)), std::string("2025-12-31"));
        continued.continueFrom.weightsOnly = true; // a run of its own
        QVERIFY(dayIn(settled(continued)) != "2025-12-31");
        QCOMPARE(dayIn(settled(conversations("2025-03-04"), checkpoint.toStdString())), std::string("2025-03-04"));
    }
};

QTEST_GUILESS_MAIN(SettledJobTest)
#include "tst_settledjob.moc"
