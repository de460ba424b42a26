// What a newcomer does, in the real windows: adds two lab machines through the dialog, accepts their keys, ticks and
// measures them, starts, sees both plots move, goes on without one of them, and stops.
#include "app/mainwindow.h"
#include "app/plots/metricplot.h"
#include "remote/engine/enginelocation.h"
#include "tests/app/screenshot.h"
#include "tests/app/switchlanguage.h"
#include "tests/system/lab/labfixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <unistd.h>

using namespace motley;

namespace {

QDialog *dialogNamed(const QString &name)
{
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (widget->objectName() == name && widget->isVisible())
            return qobject_cast<QDialog *>(widget);
    return nullptr;
}

void press(QWidget *parent, const char *name)
{
    auto *button = parent->findChild<QAbstractButton *>(QLatin1String(name));
    QVERIFY2(button, name);
    QVERIFY2(button->isEnabled(), name);
    button->click();
}

// Takes pictures of the window in light, dark and Arabic, changed while it is in use. What was found in it is gone
// then.
void shoot(Workspace &workspace, MainWindow &window, const QString &name)
{
    struct Look {
        const char *name;
        Theme::Choice theme;
        const char *language;
    };
    constexpr Look looks[] = {{"arabic", Theme::Choice::Light, "ar"}, {"dark", Theme::Choice::Dark, "en"},
        {"light", Theme::Choice::Light, "en"}}; // the last one stays for the rest of the test
    for (const Look &look : looks) {
        const QString language = QLatin1String(look.language);
        if (workspace.settings().language() != language)
            QVERIFY(switchLanguage(window, language));
        Theme::current().choose(look.theme);
        const auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
        if (start->isVisible())
            QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 20000); // it has looked at the data
        QVERIFY(saveScreenshot(window, QStringLiteral("lab-%1-%2").arg(QLatin1String(look.name), name)));
    }
}

} // namespace

class LabWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesFromTheDialogToMovingPlots();

private:
    void addMachine(MainWindow &window, const LabMachine &machine);
};

void LabWindowTest::addMachine(MainWindow &window, const LabMachine &machine)
{
    press(&window, "addMachine");
    QDialog *dialog = dialogNamed(QStringLiteral("addMachineDialog"));
    QVERIFY(dialog);
    QTest::keyClicks(dialog->findChild<QLineEdit *>(QStringLiteral("address")), machine.name);
    press(dialog, "acceptMachine");

    QTRY_VERIFY_WITH_TIMEOUT(dialogNamed(QStringLiteral("hostKeyDialog")), 20000);
    QDialog *key = dialogNamed(QStringLiteral("hostKeyDialog"));
    QCOMPARE(key->findChild<QLabel *>(QStringLiteral("fingerprint"))->text(), machine.fingerprint);
    key->findChild<QCheckBox *>(QStringLiteral("compared"))->setChecked(true);
    press(key, "acceptKey");
}

void LabWindowTest::goesFromTheDialogToMovingPlots()
{
    if (const auto engine = findEngine(); !engine)
        QFAIL(engine.error().message.c_str());
    LabFixture lab;
    QStringList wish{QStringLiteral("--names"), QStringLiteral("alpha,beta"), QStringLiteral("--known-hosts"),
        QStringLiteral("empty")};
    if (geteuid() == 0) // quotas need root; they make the machines and their shares in the README's picture unequal
        wish << QStringLiteral("--cpu") << QStringLiteral("100,40");
    if (const auto up = lab.up(wish); !up)
        QSKIP(up.error().message.c_str());
    QTemporaryDir home;
    qputenv("MOTLEY_SSH_CONFIG", lab.sshConfig().toUtf8());

    Workspace workspace({home.path(), home.path()});
    workspace.settings().setLanguage(QStringLiteral("en"));
    workspace.language().choose(QStringLiteral("en"));
    Theme::current().choose(Theme::Choice::Light);
    QVERIFY(workspace.load());
    if (!QFileInfo::exists(QString::fromStdString(std::get<ImageSpec>(workspace.draft().task).data.folder.path)))
        QSKIP("The images of the job template are not on this computer; ./test fetches them.");
    MainWindow window(&workspace);
    window.resize(1360, 880);
    window.show();
    for (const LabMachine &machine : lab.machines())
        addMachine(window, machine);
    auto *model = &workspace.fleetModel();
    for (int row = 0; row < model->rowCount(); ++row) {
        Host *host = model->hostAt(model->index(row, 0));
        QTRY_VERIFY2_WITH_TIMEOUT(
            host->state() == Host::State::Ready, host->error() ? host->error()->message.c_str() : "no answer", 30000);
        const bool inTheLab = host->machine().kind == Machine::Kind::Ssh;
        QVERIFY(model->setData(model->index(row, 0), inTheLab ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole));
    }
    shoot(workspace, window, QStringLiteral("machines"));

    press(&window, "newRunFromMachines");
    const auto start = [&window] { return window.findChild<QPushButton *>(QStringLiteral("startRun")); };
    QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), 20000);
    shoot(workspace, window, QStringLiteral("newrun"));
    press(&window, "measure");
    const auto *forecast = window.findChild<QLabel *>(QStringLiteral("forecastWords"));
    const auto *table = window.findChild<QWidget *>(QStringLiteral("forecastTable"));
    QTRY_VERIFY_WITH_TIMEOUT(forecast->text().count(QLatin1Char('\n')) >= 2 && table->isVisible(), 180000);
    shoot(workspace, window, QStringLiteral("forecast"));
    start()->click();
    OpenRun *run = workspace.current();
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(!run->preparation().empty(), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(run->state() != TrainingRun::State::Probing, 30000);
    shoot(workspace, window, QStringLiteral("preparing"));
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() || run->series().steps().size() > 20, 400000);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");

    auto *loss = window.findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    auto *throughput = window.findChild<MetricPlot *>(QStringLiteral("throughputPlot"));
    QCOMPARE(static_cast<int>(throughput->curves().size()), 5); // all together, what each machine could do and did
    const int lossDrawn = loss->redraws();
    const int throughputDrawn = throughput->redraws();
    QTRY_VERIFY_WITH_TIMEOUT(loss->redraws() > lossDrawn && throughput->redraws() > throughputDrawn, 20000);
    for (const auto &machine : run->series().machines())
        QVERIFY2(machine.samplesPerSecond.back() > 0, machine.name.c_str());
    shoot(workspace, window, QStringLiteral("running"));

    workspace.resume(run, {QStringLiteral("beta")});
    shoot(workspace, window, QStringLiteral("resuming"));
    QTRY_VERIFY_WITH_TIMEOUT(workspace.current() != run, 180000);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    const double stoppedAt = run->series().steps().back();
    run = workspace.current();
    const auto &steps = run->series().steps();
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() || (!steps.empty() && steps.back() > stoppedAt + 5), 400000);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");
    for (std::size_t i = 0; i < steps.size(); ++i) // one curve with its past
        QCOMPARE(steps[i], static_cast<double>(i + 1));
    QCOMPARE(run->series().machines().size(), std::size_t(1));
    QCOMPARE(run->series().machines().front().name, std::string("alpha"));

    press(&window, "stopRun");
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), 180000);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    QVERIFY(QDir(run->record().modelFolder()).exists());
    shoot(workspace, window, QStringLiteral("stopped"));
}

QTEST_MAIN(LabWindowTest)
#include "tst_labwindow.moc"
