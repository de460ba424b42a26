// A forecast derives a job's number of steps from a measurement with other epochs and batches of the same data.
#include "engine/plan/jobsteps.h"
#include "engine/tasks/registry.h"
#include "engine/training/totalsteps.h"
#include "taskdata.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class TotalStepsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheRun_data()
    {
        QTest::addColumn<QString>("task");
        for (const char *task : {"bert-pretraining", "image-classification", "language-model", "volume-segmentation"})
            QTest::addRow("%s", task) << task;
    }

    void agreesWithTheRun()
    {
        QFETCH(QString, task);
        const QTemporaryDir folder;
        JobSpec job = makeTaskJob(task.toStdString(), folder.path().toStdString()).job;
        job.maxSteps = 0;
        job.epochs = 4;
        const auto opened = openTask(job);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const Dataset &data = (*opened)->trainingSet();
        SpeedReport speed;
        speed.epochUnits = epochUnits(job, *data.sampler(job.seed, job.batch, job.order), data.size());
        for (const std::vector<std::int64_t> &epochBatches : {std::vector<std::int64_t>(), {1, 3}, {2}})
            for (const std::int64_t maxSteps : {0, 7}) {
                job.order.epochBatches = epochBatches;
                job.maxSteps = maxSteps;
                const auto sampler = data.sampler(job.seed, job.batch, job.order);
                QCOMPARE(courseOf(job, speed).steps, totalSteps(job, *sampler));
            }
    }

    // Batches of tokens hold as many sentences as fit, so their number is known for the measured batch size only.
    void countsTokenBatches()
    {
        const QTemporaryDir folder;
        JobSpec job = makeTaskJob("translation", folder.path().toStdString()).job;
        job.maxSteps = 0;
        job.epochs = 4;
        const auto opened = openTask(job);
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const Dataset &data = (*opened)->trainingSet();
        const auto sampler = data.sampler(job.seed, job.batch, job.order);
        SpeedReport speed;
        speed.epochUnits = epochUnits(job, *sampler, data.size());
        QVERIFY(speed.epochUnits > double(data.size()));
        QCOMPARE(courseOf(job, speed).steps, totalSteps(job, *sampler));
        job.epochs = 9;
        QCOMPARE(courseOf(job, speed).steps, totalSteps(job, *sampler));
    }
};

QTEST_GUILESS_MAIN(TotalStepsTest)
#include "tst_totalsteps.moc"
