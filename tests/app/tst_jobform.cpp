#include "app/models/presets.h"
#include "app/pages/form/jobform.h"
#include "app/pages/form/jobpartform.h"
#include "app/widgets/wheelguard.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>

using namespace motley;

class JobFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackTheJobItWasGiven();
    void saysWhatIsWrongAtTheField_data();
    void saysWhatIsWrongAtTheField();
    void saysWhatFieldsLackTogether();
    void showsOnlyWhatTheOptimizerUses();
    void showsEachFieldOfEachMethodWhole();
    void givesAMethodItsUsualValuesWhenItIsChosen();
    void choosesHowUpdatesAreJoined();
    void showsOnlyWhatTheScheduleUses();
    void showsOnlyWhatTheCourseUses();
    void showsNumbersOfAnySize();
    void hasReadyJobsThatAreRight();
    void theWheelScrollsThePageAndChangesNoField();
    void saysNothingOfAPathBeforeItIsTouched();
    void leavesANumberToTheRun();
};

// Next to the optimizer, with a line that says when it helps.
void JobFormTest::choosesHowUpdatesAreJoined()
{
    JobForm form;
    form.showAllSettings(true);
    form.setJob(readyJobs().front().job);
    QVERIFY(form.job().exchange == ExchangeSpec());
    auto *combine = form.findChild<QComboBox *>(QStringLiteral("exchange.combine"));
    auto *between = form.findChild<QComboBox *>(QStringLiteral("exchange.between"));
    QVERIFY(combine->parentWidget()->parentWidget()->findChild<QComboBox *>(QStringLiteral("optimizer.kind")));
    const auto *line = form.findChild<QLabel *>(QStringLiteral("exchange.combine.explanation"));
    QVERIFY(line);
    QVERIFY(line->text().contains(QLatin1String("Adasum helps")));
    QVERIFY(line->isVisibleTo(&form));
    QVERIFY(!between->isVisibleTo(&form));
    combine->setCurrentIndex(1);
    QVERIFY(between->isVisibleTo(&form));
    QVERIFY(line->isVisibleTo(&form));
    between->setCurrentIndex(2);
    QVERIFY(form.job().exchange == (ExchangeSpec{ExchangeSpec::Combine::Adasum, ExchangeSpec::Between::Groups}));
    QVERIFY(form.isValid());

    JobSpec sharded = form.job();
    sharded.memory.shard = MemorySpec::Shard::Always;
    form.setJob(sharded);
    QVERIFY(!form.isValid());
    const auto *message = form.findChild<QLabel *>(QStringLiteral("memory.shard.message"));
    QVERIFY(message->isVisibleTo(&form));
    QVERIFY(message->text().contains(QLatin1String("Adasum")));
    form.findChild<QComboBox *>(QStringLiteral("memory.shard"))->setCurrentIndex(0);
    QVERIFY(form.isValid());
}

// Below 0, which means something of its own.
void JobFormTest::leavesANumberToTheRun()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    QCOMPARE(job.checkpoint.everySteps, std::nullopt);
    form.setJob(job);
    auto *box = form.findChild<QSpinBox *>(QStringLiteral("checkpoint.everySteps"));
    QCOMPARE(box->text(), QStringLiteral("A tenth of the run"));
    QVERIFY(form.job() == job);
    box->stepUp();
    QCOMPARE(box->text(), QStringLiteral("Only at the end"));
    QCOMPARE(form.job().checkpoint.everySteps, std::optional<std::int64_t>(0));
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("200"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(form.job().checkpoint.everySteps, std::optional<std::int64_t>(200));
    job.checkpoint.everySteps = 0;
    form.setJob(job);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(form.job() == job);
    box->stepDown();
    QCOMPARE(form.job().checkpoint.everySteps, std::nullopt);
    QVERIFY(form.isValid());
}

// Job templates leave the paths of their data to be filled.
void JobFormTest::saysNothingOfAPathBeforeItIsTouched()
{
    JobForm form;
    for (const Preset &preset : readyJobs()) {
        form.setJob(preset.job);
        for (const auto *label : form.findChildren<QLabel *>())
            QVERIFY2(!label->objectName().endsWith(QStringLiteral(".message")) || label->isHidden(),
                qPrintable(label->objectName() + QStringLiteral(": ") + label->text()));
    }
    JobSpec job = readyJobs().front().job;
    std::get<ImageSpec>(job.task).data.folder = {};
    form.setJob(job);
    const auto *message = form.findChild<QLabel *>(QStringLiteral("data.folder.message"));
    QVERIFY(message->isHidden());
    QVERIFY(!form.isValid()); // Start knows it all the same
    auto *folder = form.findChild<QLineEdit *>(QStringLiteral("data.folder"));
    folder->setText(QStringLiteral("x"));
    folder->clear();
    QVERIFY(!message->isHidden());
}

// Qt gives a field the focus before the wheel's event if its policy is WheelFocus.
void JobFormTest::theWheelScrollsThePageAndChangesNoField()
{
    WheelGuard guard;
    qApp->installEventFilter(&guard);
    QScrollArea page;
    auto *form = new JobForm;
    page.setWidget(form);
    page.setWidgetResizable(true);
    page.resize(500, 300);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    auto *epochs = form->findChild<QSpinBox *>(QStringLiteral("epochs"));
    const int before = epochs->value();
    const auto turn = [](QWidget *field) {
        QWheelEvent event(field->rect().center(), field->mapToGlobal(field->rect().center()), {0, -240}, {0, -240},
            Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(field, &event);
    };
    page.setFocus();
    turn(epochs);
    QCOMPARE(epochs->value(), before);
    QVERIFY(page.verticalScrollBar()->value() > 0);
    for (const auto *field : form->findChildren<QAbstractSpinBox *>())
        QVERIFY(!field->isVisible() || field->focusPolicy() == Qt::StrongFocus);
    epochs->setFocus();
    turn(epochs);
    QVERIFY(epochs->value() != before);
}

void JobFormTest::givesBackTheJobItWasGiven()
{
    JobSpec job = readyJobs().front().job;
    job.seed = 9007199254740993; // more than a double or an int holds
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    job.optimizer.beta2 = 0.98;
    job.optimizer.epsilon = 1e-6;
    job.maxSteps = 100'000'000'000; // more than a spin box shows
    job.schedule.lateByOne = true; // no field for it
    job.optimizer.decayBiasesAndNorms = false;
    job.optimizer.clipValue = 0.7;
    job.optimizer.averageDecay = 0.999;
    job.schedule.kind = ScheduleSpec::Kind::Triangular;
    job.schedule.scaling = ScheduleSpec::Scaling::SquareRoot;
    job.schedule.baseBatch = 64;
    job.schedule.decaySteps = 900;
    job.schedule.power = 2;
    job.schedule.initialFraction = 0.1;
    job.schedule.cycleSteps = 300;
    job.schedule.cycleGrowth = 2;
    job.schedule.cycleFactor = 0.5;
    job.schedule.epochPeaks = {0.3, 0.2}; // no field for it
    job.precision = {PrecisionSpec::Kind::Float16, true, 1024};
    job.memory = {16, MemorySpec::Recompute::Always, 4096, MemorySpec::Shard::Never};
    job.stopping = {3, 0.01};
    job.nonFinite = {4, false};
    job.checkpoint.keepBest = true;
    job.continueFrom = {"/runs/one", true};
    job.task = ImageSpec{{ImageModelSpec::Kind::ResNet18, 64}, {"/images", true}};
    JobForm form;
    form.setJob(job);
    QVERIFY(form.job() == job);
}

void JobFormTest::saysWhatIsWrongAtTheField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("words");
    QTest::addRow("no batch") << QStringLiteral("batch") << QStringLiteral("“Global batch” must be between 1 and ");
    QTest::addRow("no epochs") << QStringLiteral("epochs") << QStringLiteral("“Epochs” must be between 1 and ");
    QTest::addRow("no width") << QStringLiteral("model.width") << QStringLiteral("“Width” must be between 1 and ");
}

void JobFormTest::saysWhatIsWrongAtTheField()
{
    QFETCH(QString, field);
    JobForm form;
    form.setJob(readyJobs().front().job);
    QVERIFY2(form.isValid(), qPrintable(form.problem()));
    form.findChild<QSpinBox *>(field)->setValue(0);
    QVERIFY(!form.isValid());
    auto *message = form.findChild<QLabel *>(field + QStringLiteral(".message"));
    QVERIFY2(!message->isHidden(), qPrintable(form.problem()));
    QFETCH(QString, words);
    QVERIFY2(message->text().startsWith(words), qPrintable(message->text()));
    form.setJob(readyJobs().front().job);
    QVERIFY(message->isHidden());
}

// A contradiction of two fields is shown at one of them, and a missing value at its field.
void JobFormTest::saysWhatFieldsLackTogether()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    job.schedule.kind = ScheduleSpec::Kind::Cosine;
    job.schedule.warmupSteps = 100;
    job.schedule.decaySteps = 50;
    form.setJob(job);
    QVERIFY(!form.findChild<QLabel *>(QStringLiteral("schedule.decaySteps.message"))->isHidden());
    QVERIFY(form.findChild<QLabel *>(QStringLiteral("schedule.warmupSteps.message"))->isHidden());
    job.schedule.decaySteps = 150;
    std::get<ImageSpec>(job.task).data.folder.path.clear();
    form.setJob(job);
    const auto *missing = form.dataFields()->findChild<QLabel *>(QStringLiteral("data.folder.message"));
    form.dataFields()->findChild<QLineEdit *>(QStringLiteral("data.folder"))->setText(QStringLiteral("x"));
    form.dataFields()->findChild<QLineEdit *>(QStringLiteral("data.folder"))->clear();
    QVERIFY(!missing->isHidden());
    QVERIFY2(missing->text().contains(QStringLiteral("is missing. ")), qPrintable(missing->text()));
    QCOMPARE(form.problem(), missing->text());
}

void JobFormTest::showsOnlyWhatTheOptimizerUses()
{
    JobForm form;
    form.showAllSettings(true);
    JobSpec job = readyJobs().front().job;
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    form.setJob(job);
    form.show();
    QVERIFY(!form.findChild<QWidget *>(QStringLiteral("optimizer.momentum"))->isVisible());
    job.optimizer.kind = OptimizerSpec::Kind::Sgd;
    form.setJob(job);
    QVERIFY(form.findChild<QWidget *>(QStringLiteral("optimizer.momentum"))->isVisible());
}

// The height of a field that another method does not use does not become that of a field which is shown.
void JobFormTest::showsEachFieldOfEachMethodWhole()
{
    JobForm form;
    form.showAllSettings(true);
    form.setJob(readyJobs().front().job);
    form.resize(640, 1400);
    form.show();
    auto *method = form.findChild<QComboBox *>(QStringLiteral("optimizer.kind"));
    for (int kind = 0; kind < method->count(); ++kind) {
        method->setCurrentIndex(kind);
        for (const auto *part : form.findChildren<JobPartForm *>())
            for (const auto *holder : part->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
                if (holder->isVisible())
                    QTRY_VERIFY2(
                        holder->height() >= holder->minimumSizeHint().height(), qPrintable(method->currentText()));
    }
}

void JobFormTest::givesAMethodItsUsualValuesWhenItIsChosen()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    job.optimizer.clipValue = 0.7;
    form.setJob(job);
    auto *method = form.findChild<QComboBox *>(QStringLiteral("optimizer.kind"));
    method->setFocus();
    QTest::keyClicks(method, QStringLiteral("Lion"));
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::Lion);
    job.optimizer.clipValue = 0.7;
    QVERIFY(form.job() == job);
}

void JobFormTest::showsOnlyWhatTheScheduleUses()
{
    JobForm form;
    form.showAllSettings(true);
    JobSpec job = readyJobs().front().job;
    job.schedule = {};
    form.show();
    const auto shows = [&](const char *field) { return form.findChild<QWidget *>(QLatin1String(field))->isVisible(); };
    job.schedule.kind = ScheduleSpec::Kind::Cosine;
    form.setJob(job);
    QVERIFY(shows("schedule.finalFraction"));
    QVERIFY(shows("schedule.cycleSteps"));
    QVERIFY(!shows("schedule.cycleGrowth"));
    job.schedule.cycleSteps = 100;
    form.setJob(job);
    QVERIFY(shows("schedule.cycleGrowth"));
    QVERIFY(shows("schedule.cycleFactor"));
    QVERIFY(!shows("schedule.power"));
    job.schedule.kind = ScheduleSpec::Kind::Polynomial;
    job.schedule.scaling = ScheduleSpec::Scaling::Linear;
    form.setJob(job);
    QVERIFY(shows("schedule.power"));
    QVERIFY(shows("schedule.baseBatch"));
    QVERIFY(!shows("schedule.cycleSteps"));
}

void JobFormTest::showsOnlyWhatTheCourseUses()
{
    JobForm form;
    form.showAllSettings(true);
    form.setJob(readyJobs().front().job);
    form.show();
    const auto shows = [&](const char *field) { return form.findChild<QWidget *>(QLatin1String(field))->isVisible(); };
    QVERIFY(!shows("precision.lossScale"));
    QVERIFY(!shows("stopping.leastGain"));
    QVERIFY(!shows("continueFrom.weightsOnly"));
    form.findChild<QComboBox *>(QStringLiteral("precision.kind"))->setCurrentIndex(2);
    form.findChild<QSpinBox *>(QStringLiteral("stopping.patience"))->setValue(3);
    form.findChild<QLineEdit *>(QStringLiteral("continueFrom.path"))->setText(QStringLiteral("/runs/one"));
    QVERIFY(shows("precision.lossScale"));
    QVERIFY(shows("stopping.leastGain"));
    QVERIFY(shows("continueFrom.weightsOnly"));
    const JobSpec job = form.job();
    QVERIFY(job.precision.kind == PrecisionSpec::Kind::Float16);
    QCOMPARE(job.stopping.patience, 3);
    QCOMPARE(job.continueFrom.path.path, std::string("/runs/one"));
}

void JobFormTest::showsNumbersOfAnySize()
{
    JobForm form;
    JobSpec job = readyJobs().front().job;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.peak = 0.00025;
    form.setJob(job);
    auto *peak = form.findChild<QDoubleSpinBox *>(QStringLiteral("schedule.peak"));
    auto *epsilon = form.findChild<QDoubleSpinBox *>(QStringLiteral("optimizer.epsilon"));
    auto *decay = form.findChild<QDoubleSpinBox *>(QStringLiteral("optimizer.averageDecay"));
    QCOMPARE(peak->text(), peak->locale().toString(0.00025, 'f', 5));
    QCOMPARE(decay->text(), QStringLiteral("No average"));
    epsilon->selectAll();
    QTest::keyClicks(epsilon, QStringLiteral("1e-7"));
    QTest::keyClick(epsilon, Qt::Key_Tab);
    QCOMPARE(form.job().optimizer.epsilon, 1e-7);
    peak->stepUp();
    QCOMPARE(form.job().schedule.peak, 0.00026);
    decay->stepUp();
    QVERIFY(form.job().optimizer.averageDecay > 0);
}

void JobFormTest::hasReadyJobsThatAreRight()
{
    for (const Preset &preset : readyJobs()) {
        QVERIFY(!presetName(preset).isEmpty());
        const auto verdict = validate(preset.job, Completeness::Draft);
        QVERIFY2(verdict, verdict ? "" : verdict.error().message.c_str());
    }
}

QTEST_MAIN(JobFormTest)
#include "tst_jobform.moc"
