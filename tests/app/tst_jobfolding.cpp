// Which fields of a job are in sight before all of them are asked for.
#include "app/models/presets.h"
#include "app/pages/form/jobform.h"
#include "app/pages/form/jobpartform.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

using namespace motley;

class JobFoldingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsWhatMostRunsLeaveAlone();
    void showsWhatDependsOnAChange();
    void hidesTheSideOfImagesThatHaveOne();
};

// What is changed, wrong or was touched is never folded away.
void JobFoldingTest::foldsWhatMostRunsLeaveAlone()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    form.setJob(job);
    const auto shows
        = [&](const char *field) { return form.findChild<QWidget *>(QLatin1String(field))->isVisibleTo(&form); };
    const auto isMarked = [&](const char *field) {
        const auto *editor = form.findChild<QWidget *>(QLatin1String(field));
        for (const auto *label : form.findChildren<QLabel *>())
            if (label->buddy() == editor)
                return label->property("changed").toBool();
        return editor->property("changed").toBool();
    };
    QVERIFY(shows("batch"));
    QVERIFY(shows("schedule.peak"));
    QVERIFY(!shows("memory.limitMiB"));
    QVERIFY(!shows("optimizer.weightDecay") || isMarked("optimizer.weightDecay"));
    QVERIFY(!isMarked("seed"));

    auto *all = form.findChild<QPushButton *>(QStringLiteral("allSettings"));
    all->click();
    QVERIFY(shows("memory.limitMiB"));
    auto *limit = form.findChild<QSpinBox *>(QStringLiteral("memory.limitMiB"));
    limit->setValue(4096);
    QVERIFY(isMarked("memory.limitMiB"));
    all->click();
    QVERIFY(shows("memory.limitMiB"));
    QVERIFY(!shows("memory.microbatch"));
    limit->setValue(0);
    QVERIFY(!isMarked("memory.limitMiB"));
    QVERIFY(shows("memory.limitMiB")); // it does not vanish under the cursor

    job.seed = 7;
    job.clipNorm = -1;
    form.setJob(job);
    QVERIFY(shows("seed"));
    QVERIFY(isMarked("seed"));
    QVERIFY(!form.isValid());
    QVERIFY(shows("clipNorm"));
    QVERIFY(!shows("memory.limitMiB")); // another job was opened
}

void JobFoldingTest::hidesTheSideOfImagesThatHaveOne()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    form.setJob(job);
    JobPartForm *data = form.dataFields();
    const auto *side = form.findChild<QWidget *>(QStringLiteral("data.side"));
    QVERIFY(side->isVisibleTo(data));
    data->setUnneeded({QStringLiteral("data.side")});
    QVERIFY(!side->isVisibleTo(data));
    QVERIFY(form.findChild<QWidget *>(QStringLiteral("data.folder"))->isVisibleTo(data));
    std::get<ImageSpec>(job.task).data.side = 32; // it would be lost from sight
    form.setJob(job);
    QVERIFY(form.findChild<QWidget *>(QStringLiteral("data.side"))->isVisibleTo(data));
}

void JobFoldingTest::showsWhatDependsOnAChange()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    form.setJob(job);
    const auto *between = form.findChild<QWidget *>(QStringLiteral("exchange.between"));
    QVERIFY(!between->isVisibleTo(&form));
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    form.setJob(job);
    QVERIFY(between->isVisibleTo(&form));
}

QTEST_MAIN(JobFoldingTest)
#include "tst_jobfolding.moc"
