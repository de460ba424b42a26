// Every page as the user sees it, in six looks.
#include "app/dialogs/addmachinedialog.h"
#include "app/dialogs/hostkeydialog.h"
#include "app/dialogs/secretdialog.h"
#include "app/mainwindow.h"
#include "app/pages/machinespage.h"
#include "app/plots/metricplot.h"
#include "app/plots/plotcsv.h"
#include "app/plots/plotlegend.h"
#include "app/plots/plotpanel.h"
#include "app/words/format.h"
#include "remote/prepare/preparation.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;

namespace {

HostKeyQuestion hostKeyQuestion()
{
    return {QStringLiteral("gpu1"), QStringLiteral("gpu1.example.org"), QStringLiteral("ssh-ed25519"),
        QStringLiteral("SHA256:uNiVztksCsDhcc0u9e8BrwIPmM5sIkZVPXfSbWVAnDo"),
        QStringLiteral("+--[ED25519 256]--+\n|    .o+.         |\n|   . =.o .       |\n|    + + * .      |\n"
                       "|   . o O B .     |\n|    . E S =      |\n|     o = +       |\n|      + = o      |\n"
                       "|     o o o       |\n|      .          |\n+----[SHA256]-----+")};
}

} // namespace

class PagesTest : public QObject {
    Q_OBJECT

private:
    void checkLabels(QWidget &widget);
    void editDataFolders(MainWindow &window, const Host &host, const QString &screenshot);
    void editTerms(MainWindow &window, const Host &host, const QString &screenshot);
    void chooseAdasum(MainWindow &window, const QString &screenshot);

private Q_SLOTS:
    void showsEachPage_data();
    void showsEachPage();
};

void PagesTest::checkLabels(QWidget &widget)
{
    for (const auto *area : widget.findChildren<QScrollArea *>())
        if (area->isVisible() && area->widget()) {
            const int needed = area->widget()->minimumSizeHint().width();
            QVERIFY2(area->viewport()->width() >= needed, qPrintable(QString::number(needed)));
        }
    for (const auto *panel : widget.findChildren<PlotPanel *>()) {
        const auto *plot = panel->findChild<MetricPlot *>();
        const auto *legend = panel->findChild<PlotLegend *>();
        if (plot->isVisible() && legend->isVisible())
            QVERIFY(!legend->geometry().intersects(QRect(plot->mapTo(panel, QPoint()), plot->size())));
    }
    for (const auto *header : widget.findChildren<QHeaderView *>())
        for (int column = 0; header->isVisible() && column < header->count(); ++column)
            QVERIFY2(header->sectionSize(column) >= header->sectionSizeHint(column),
                qPrintable(header->model()->headerData(column, header->orientation()).toString()));
    for (auto *button : widget.findChildren<QPushButton *>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
    for (const auto *label : widget.findChildren<QLabel *>())
        if (label->isVisible() && label->wordWrap())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
}

void PagesTest::showsEachPage_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en");
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("en");
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar");
    QTest::addRow("german") << Theme::Choice::Dark << QStringLiteral("de");
    QTest::addRow("chinese") << Theme::Choice::Light << QStringLiteral("zh_CN");
    QTest::addRow("contrast") << Theme::Choice::HighContrastDark << QStringLiteral("en");
}

void PagesTest::editDataFolders(MainWindow &window, const Host &host, const QString &screenshot)
{
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("sharedFolders")), Qt::LeftButton);
    auto *dialog = window.findChild<QDialog *>(QStringLiteral("sharedFoldersDialog"));
    QVERIFY(dialog);
    auto *lines = dialog->findChild<QPlainTextEdit *>(QStringLiteral("folders"));
    auto *save = dialog->findChild<QPushButton *>(QStringLiteral("saveFolders"));
    lines->setPlainText(QStringLiteral("/data\nvolumes"));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QVERIFY(host.machine().sharedFolders.empty());
    QVERIFY(!dialog->findChild<QLabel *>(QStringLiteral("messageSentence"))->isHidden());
    QVERIFY(saveScreenshot(*dialog, screenshot));
    checkLabels(*dialog);
    lines->setPlainText(QStringLiteral("/data\n/home/ada/volumes=/mnt/volumes\n"));
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(host.machine().sharedFolders.size(), std::size_t(2));
    QCOMPARE(host.machine().sharedFolders[1].there, QStringLiteral("/mnt/volumes"));
}

// Stores speeds as if this computer had been measured before.
void writeSpeeds(Workspace &workspace)
{
    const Host &host = *workspace.fleet().hosts().front();
    RunRequest request;
    request.cpuRanksPerMachine = 2;
    auto candidates = candidatesOf(request, *host.report(), {Device{}});
    for (Candidate &candidate : candidates)
        candidate.speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    workspace.history().speeds().store(
        workspace.draft(), {{host.machine().name.toStdString(), *host.report(), candidates}});
    QVERIFY(workspace.history().speeds().storeNoise(workspace.draft(), 1800));
}

void PagesTest::editTerms(MainWindow &window, const Host &host, const QString &screenshot)
{
    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("machineTerms")), Qt::LeftButton);
    auto *dialog = window.findChild<QDialog *>(QStringLiteral("machineTermsDialog"));
    QVERIFY(dialog);
    dialog->findChild<QDoubleSpinBox *>(QStringLiteral("pricePerHour"))->setValue(1.25);
    dialog->findChild<QDoubleSpinBox *>(QStringLiteral("hoursUntilTaken"))->setValue(8);
    auto *curve = dialog->findChild<QLineEdit *>(QStringLiteral("lifetime"));
    auto *save = dialog->findChild<QPushButton *>(QStringLiteral("saveTerms"));
    curve->setText(QStringLiteral("6:0.5, 2:0.1"));
    QVERIFY(!dialog->findChild<QDoubleSpinBox *>(QStringLiteral("hoursUntilTaken"))->isEnabled());
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    curve->setText(QStringLiteral("2:0.1, 6:0.5"));
    auto *starts = dialog->findChild<QCheckBox *>(QStringLiteral("startsAfterRestart"));
    QVERIFY(!starts->isChecked() && starts->isEnabled());
    starts->setChecked(true);
    dialog->findChild<QCheckBox *>(QStringLiteral("comesBack"))->setChecked(false);
    QVERIFY(!starts->isEnabled());
    QVERIFY(saveScreenshot(*dialog, screenshot));
    checkLabels(*dialog);
    const auto *lifetime = dialog->findChild<QLineEdit *>(QStringLiteral("lifetime"));
    QVERIFY(lifetime->fontMetrics().horizontalAdvance(lifetime->placeholderText()) < lifetime->width() - 16);
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(host.machine().terms, (MachineTerms{1.25, 0, 0, {{2, 0.1}, {6, 0.5}}, false, true}));
}

// Plan and forecast then say that the curve depends on the grouping.
void PagesTest::chooseAdasum(MainWindow &window, const QString &screenshot)
{
    auto *combine = window.findChild<QComboBox *>(QStringLiteral("exchange.combine"));
    auto *form = window.findChild<QWidget *>(QStringLiteral("jobForm"));
    const auto linesOf = [&window](const char *name) {
        return window.findChild<QLabel *>(QLatin1String(name))->text().count(QLatin1Char('\n'));
    };
    const auto planLines = linesOf("planReasons");
    const auto forecastLines = linesOf("forecastWords");
    combine->setCurrentIndex(1);
    QVERIFY(settle(window));
    QVERIFY(form->findChild<QComboBox *>(QStringLiteral("exchange.between"))->isVisibleTo(form));
    if (window.findChild<QPushButton *>(QStringLiteral("startRun"))->isEnabled()) {
        QCOMPARE(linesOf("planReasons"), planLines + 1);
        QCOMPARE(linesOf("forecastWords"), forecastLines + 1);
    }
    QVERIFY(saveScreenshot(*form, screenshot));
    QVERIFY(saveScreenshot(window, screenshot + QStringLiteral("-page")));
    checkLabels(window);
    combine->setCurrentIndex(0);
    QVERIFY(settle(window));
    QCOMPARE(linesOf("planReasons"), planLines);
}

void PagesTest::showsEachPage()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QTemporaryDir home;
    writeCompletedRun(home.path());
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(language);
    Theme::current().choose(theme);
    QVERIFY(workspace.load());
    const auto added
        = workspace.fleet().add({Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}});
    QVERIFY(added);
    (*added)->refresh();

    MainWindow window(&workspace);
    window.resize(1360, 880);
    window.show();
    Host *local = workspace.fleet().hosts().front().get();
    QTRY_COMPARE_WITH_TIMEOUT(local->state(), Host::State::Ready, 20000);
    QTRY_COMPARE_WITH_TIMEOUT((*added)->state(), Host::State::Failed, 20000);
    workspace.ticks().set(QStringLiteral("local"), Device{}, true);

    auto *tree = window.findChild<QTreeView *>(QStringLiteral("machineTree"));
    QVERIFY(tree->model()->rowCount(tree->model()->index(0, 0)) >= 1);
    window.showPage(NavigationRail::Page::Machines);
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-machines")));
    tree->setCurrentIndex(tree->model()->index(1, 0));
    const auto *machines = window.findChild<MachinesPage *>();
    QVERIFY(!machines->findChild<QLabel *>(QStringLiteral("messageSentence"))->isHidden());
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-machines-error")));
    checkLabels(window);
    editDataFolders(window, **added, tag + QStringLiteral("-data-folders"));
    editTerms(window, **added, tag + QStringLiteral("-terms"));
    if (QTest::currentTestFailed())
        return;

    writeSpeeds(workspace);
    window.showPage(NavigationRail::Page::NewRun);
    auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
    if (QFile::exists(QStringLiteral("/usr/share/datasets/fashion-mnist")))
        QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 10000);
    QVERIFY(settle(window));
    window.findChild<QSpinBox *>(QStringLiteral("cpuRanks"))->setValue(2);
    const auto *epochs = window.findChild<QSpinBox *>(QStringLiteral("epochs"))->findChild<QLineEdit *>();
    const int digits = epochs->inputMethodQuery(Qt::ImCursorRectangle).toRect().x();
    QCOMPARE(digits > epochs->width() / 2, window.layoutDirection() == Qt::RightToLeft); // where its label is
    QVERIFY(settle(window));
    if (start->isEnabled()) {
        QVERIFY(window.findChild<QLabel *>(QStringLiteral("forecastWords"))->text().count(QLatin1Char('\n')) >= 2);
        const auto *advice = window.findChild<QLabel *>(QStringLiteral("forecastAdvice"));
        QVERIFY(advice->isHidden());
        window.findChild<QToolButton *>(QStringLiteral("forecastWhy"))->click();
        QVERIFY(!advice->isHidden());
        QVERIFY(advice->text().contains(formatCount(1800)));
    }
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-newrun")));
    checkLabels(window);
    chooseAdasum(window, tag + QStringLiteral("-newrun-adasum"));
    if (QTest::currentTestFailed())
        return;
    auto *momentum = window.findChild<QDoubleSpinBox *>(QStringLiteral("optimizer.momentum"));
    momentum->setValue(0); // Nesterov's method needs momentum
    QVERIFY(settle(window));
    QVERIFY(!start->isEnabled());
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-newrun-problem")));
    checkLabels(window);
    momentum->setValue(0.9);

    window.showPage(NavigationRail::Page::Runs);
    auto *runs = window.findChild<QTreeView *>(QStringLiteral("runsTable"));
    QCOMPARE(runs->model()->rowCount(), 1);
    runs->setCurrentIndex(runs->model()->index(0, 0));
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-runs")));
    checkLabels(window);

    QTest::keyClick(runs, Qt::Key_Return);
    OpenRun *run = workspace.current();
    QVERIFY(run);
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->series().steps().size()), 1175, 10000);
    window.showPage(NavigationRail::Page::Run);
    const auto *noise = window.findChild<QLabel *>(QStringLiteral("statNoise"));
    QTRY_VERIFY(noise->text().contains(formatCount(1775)));
    QVERIFY(!noise->isHidden());
    QVERIFY(noise->toolTip().contains(formatCount(256)));
    auto *plot = window.findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    auto *rate = window.findChild<MetricPlot *>(QStringLiteral("throughputPlot"));
    QTRY_VERIFY(plot->redraws() > 0 && rate->redraws() > 0);
    QVERIFY(!plot->isEmpty());
    QCOMPARE(static_cast<int>(rate->curves().size()), 5); // all together, and what each machine could do and did
    plot->moveCrosshair(1);
    plot->moveCrosshair(3); // away from the test in step 470 or 705
    QStringList shown;
    for (const auto *entry : window.findChild<QWidget *>(QStringLiteral("loss"))->findChildren<QToolButton *>())
        if (entry->property("legend").toBool())
            shown << entry->text();
    QCOMPARE(shown.size(), 3);
    QVERIFY(!shown[0].contains(QChar(0x2013)));
    QVERIFY(shown[2].contains(QChar(0x2013))); // no test in this step
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-run")));
    checkLabels(window);
    window.resize(1280, 800);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-run-1280")));
    checkLabels(window);
    for (const char *chart : {"throughput", "timeSplit"}) {
        auto *maximise = window.findChild<QToolButton *>(QLatin1String(chart) + QStringLiteral("Maximise"));
        maximise->click();
        QVERIFY(saveScreenshot(window, tag + QStringLiteral("-run-maximised-") + QLatin1String(chart)));
        checkLabels(window);
        maximise->click();
    }
    window.resize(1360, 880);
    for (const QLatin1String ending :
        {QLatin1String("png"), QLatin1String("svg"), QLatin1String("pdf"), QLatin1String("csv")}) {
        QString problem;
        const QString path = home.filePath(QStringLiteral("loss.") + ending);
        QVERIFY2(plot->exportTo(path, &problem, CsvLayout::Wide), qPrintable(problem));
        QVERIFY(ending != QLatin1String("png")
            || QImage(path).save(screenshotFolder() + QLatin1Char('/') + tag + QStringLiteral("-export.png")));
        QVERIFY(QFileInfo(path).size() > 1000);
    }

    window.showPage(NavigationRail::Page::Settings);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-settings")));

    using Page = NavigationRail::Page;
    QVERIFY(workspace.fleet().setTerms(local->machine().name, {1.25, 0, 0, {{2, 0.1}, {6, 0.5}, {24, 0.75}}}));
    tree->setCurrentIndex(tree->model()->index(0, 0)); // whose terms take several lines
    window.resize(960, 540);
    QVERIFY(settle(window));
    QCOMPARE(window.size(), QSize(960, 540));
    for (const auto &[page, name] : {std::pair(Page::Machines, "machines"), std::pair(Page::NewRun, "newrun"),
             std::pair(Page::Runs, "runs"), std::pair(Page::Run, "run")}) {
        window.showPage(page);
        QVERIFY(saveScreenshot(window, tag + QStringLiteral("-narrow-") + QLatin1String(name)));
        checkLabels(window);
        if (const auto *samples = window.findChild<QLabel *>(QStringLiteral("dataSamples")); samples->isVisible())
            QCOMPARE((samples->contentsRect().width() + 4) % (samples->height() + 4), 0); // none is cut
    }
    plot->zoom(0.4);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-narrow-zoomed")));
    checkLabels(window);
    window.resize(1280, 800);
    QVERIFY(saveScreenshot(window, tag + QStringLiteral("-zoomed")));

    HostKeyDialog key(hostKeyQuestion());
    key.show();
    QVERIFY(saveScreenshot(key, tag + QStringLiteral("-hostkey")));
    SecretDialog secret({SecretQuestion::Kind::Password, QStringLiteral("gpu1"), QStringLiteral("ada@gpu1"), {},
        QStringLiteral("Password:"), false, 2});
    secret.show();
    QVERIFY(saveScreenshot(secret, tag + QStringLiteral("-secret")));
    AddMachineDialog add(&workspace.fleet(), &workspace.prompter());
    add.show();
    QVERIFY(saveScreenshot(add, tag + QStringLiteral("-add")));
}

QTEST_MAIN(PagesTest)
#include "tst_pages.moc"
