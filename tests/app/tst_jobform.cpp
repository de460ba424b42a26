#include "app/jobform.h"
#include "app/presets.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace motley;

class JobFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackTheJobItWasGiven();
    void saysWhatIsWrongAtTheField_data();
    void saysWhatIsWrongAtTheField();
    void showsOnlyWhatTheOptimizerUses();
    void hasReadyJobsThatAreRight();
};

void JobFormTest::givesBackTheJobItWasGiven()
{
    JobSpec job = presets().front().job;
    job.seed = 9007199254740993; // more than a double or an int holds
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    job.optimizer.beta2 = 0.98; // no field for it
    job.schedule.kind = ScheduleSpec::Kind::Step;
    job.model = {ModelSpec::Kind::ResNet18, 64};
    job.data.augment = true;
    JobForm form;
    form.setJob(job);
    QVERIFY(form.job() == job);
}

void JobFormTest::saysWhatIsWrongAtTheField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addRow("no batch") << QStringLiteral("batch");
    QTest::addRow("no epochs") << QStringLiteral("epochs");
    QTest::addRow("no width") << QStringLiteral("model.width");
}

void JobFormTest::saysWhatIsWrongAtTheField()
{
    QFETCH(QString, field);
    JobForm form;
    form.setJob(presets().front().job);
    QVERIFY2(form.isValid(), qPrintable(form.problem()));
    form.findChild<QSpinBox *>(field)->setValue(0);
    QVERIFY(!form.isValid());
    auto *message = form.findChild<QLabel *>(field + QStringLiteral(".message"));
    QVERIFY2(!message->isHidden(), qPrintable(form.problem()));
    QVERIFY(message->text().contains(field));
    form.setJob(presets().front().job);
    QVERIFY(message->isHidden());
}

void JobFormTest::showsOnlyWhatTheOptimizerUses()
{
    JobForm form;
    JobSpec job = presets().front().job;
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    form.setJob(job);
    form.show();
    QVERIFY(!form.findChild<QWidget *>(QStringLiteral("optimizer.momentum"))->isVisible());
    job.optimizer.kind = OptimizerSpec::Kind::Sgd;
    form.setJob(job);
    QVERIFY(form.findChild<QWidget *>(QStringLiteral("optimizer.momentum"))->isVisible());
}

void JobFormTest::hasReadyJobsThatAreRight()
{
    for (const Preset &preset : presets()) {
        QVERIFY(!preset.name.isEmpty());
        const auto verdict = validate(preset.job);
        QVERIFY2(verdict, verdict ? "" : verdict.error().message.c_str());
    }
}

QTEST_MAIN(JobFormTest)
#include "tst_jobform.moc"
