// What is cut off or stands askew, and what keeps its colour when the theme changes.
#include "app/dialogs/addmachinedialog.h"
#include "app/dialogs/machinetermsdialog.h"
#include "app/dialogs/question.h"
#include "app/models/presets.h"
#include "app/pages/form/jobform.h"
#include "app/pages/settingspage.h"
#include "app/plots/curves/plotlibrary.h"
#include "app/plots/machinerows.h"
#include "app/plots/metricplot.h"
#include "app/plots/plotlegend.h"
#include "app/plots/plotpanel.h"
#include "app/plots/shareddomain.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "tests/app/metricfeed.h"

#include <QAbstractItemView>
#include <QBuffer>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSvgGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

// Says which wrapped text has no room for all of its lines; empty: none.
QString cutText(const QWidget &widget)
{
    for (const auto *label : widget.findChildren<QLabel *>())
        if (label->isVisible() && label->wordWrap() && label->height() < label->heightForWidth(label->width()))
            return label->text();
    return {};
}

// Says which label of a form is not beside the middle of its field; empty: none of those `compared`.
QString labelThatStandsAskew(const QWidget &widget, int &compared)
{
    for (const auto *rows : widget.findChildren<QFormLayout *>())
        for (int row = 0; row < rows->rowCount(); ++row) {
            const auto *label = rows->itemAt(row, QFormLayout::LabelRole);
            const auto *field = rows->itemAt(row, QFormLayout::FieldRole);
            if (!label || !field || !field->widget()->isVisible()
                || label->geometry().bottom() < field->geometry().top())
                continue; // hidden, or a field below its label
            const auto *holder = field->widget()->layout();
            const QRect editor = (holder ? holder->itemAt(0) : field)->geometry();
            const int middle = editor.center().y() + (holder ? field->geometry().top() : 0);
            const int apart = label->geometry().center().y() - middle; // pixels
            if (std::abs(apart) > 1)
                return QStringLiteral("%1: %2").arg(static_cast<QLabel *>(label->widget())->text()).arg(apart);
            ++compared;
        }
    return {};
}

} // namespace

class LayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfOneDomainAreToldApart_data();
    void namesOfOneDomainAreToldApart();
    void initTestCase() { Theme::current().choose(Theme::Choice::Light); }

    void countsNoGapAsAPointThatCannotBeDrawn()
    {
        const std::vector<double> steps{1, 2, 3};
        const std::vector<double> speeds{4, std::nan(""), 5};
        for (const bool hasGaps : {false, true}) {
            MetricPlot plot;
            plot.setCurves({{{}, 0, PlotCurve::LineStyle::Line, &steps, &speeds, true, hasGaps}});
            plot.show();
            QTRY_VERIFY(plot.redraws() > 0);
            QCOMPARE(plot.leftOut(), std::size_t(hasGaps ? 0 : 1));
        }
    }

    void keepsLabelsOfAnAxisApart_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("fewest");
        QTest::addRow("low") << 110 << 2;
        QTest::addRow("high") << 300 << 4;
    }
    void keepsLabelsOfAnAxisApart()
    {
        QFETCH(int, height);
        QFETCH(int, fewest);
        std::vector<double> steps{1, 2};
        std::vector<double> speeds{0, 2500};
        MetricPlot plot;
        plot.setAxisNames(QStringLiteral("step"), QStringLiteral("samples/s"));
        plot.setCurves({{{}, 0, PlotCurve::LineStyle::Line, &steps, &speeds}});
        plot.resize(330, height);
        plot.show();
        const auto *axis = plot.findChild<QCustomPlot *>()->yAxis;
        const auto apart = [axis] { // pixels
            const auto ticks = axis->tickVector();
            return ticks.size() < 2 ? 0 : std::abs(axis->coordToPixel(ticks[1]) - axis->coordToPixel(ticks[0]));
        };
        for (const double fastest : {2500.0, 10.0, 730.0, 4.1}) {
            speeds.back() = fastest;
            plot.columnsChanged();
            QTRY_VERIFY(axis->range().contains(fastest) && axis->range().upper < 1.2 * fastest);
            QTRY_VERIFY2(
                apart() > 1.3 * QFontMetricsF(axis->tickLabelFont()).height(), qPrintable(QString::number(apart())));
            QVERIFY2(axis->tickVector().size() >= fewest, qPrintable(QString::number(axis->tickVector().size())));
        }
    }

    void showsAllLinesOfAnEmptyState_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addRow("a page") << QSize(900, 500);
        QTest::addRow("a chart") << QSize(330, 160);
        QTest::addRow("a small chart") << QSize(330, 110);
    }
    void showsAllLinesOfAnEmptyState()
    {
        QFETCH(QSize, size);
        EmptyState empty(QStringLiteral("runs"), {},
            QStringLiteral("A job is ready: start it on this computer, and it trains a small network in a few minutes, "
                           "which is long enough a sentence for three lines."));
        empty.resize(size);
        empty.show();
        QVERIFY(QTest::qWaitForWindowExposed(&empty));
        QCOMPARE(empty.size(), size);
        QCOMPARE(cutText(empty), QString());
    }

    void aLongerLegendLeavesThePlotItsHeight()
    {
        using Style = PlotCurve::LineStyle;
        const std::vector<double> x{1, 2};
        std::vector<double> speeds{1, 2};
        std::vector<PlotCurve> curves;
        for (int i = 0; i < 3; ++i)
            curves.push_back({QStringLiteral("gpu%1 could do").arg(i), i, Style::Line, &x, &speeds});
        PlotPanel panel(QStringLiteral("Speed"), QStringLiteral("speed"));
        panel.setCurves(curves, QStringLiteral("step"), {});
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto *plot = panel.findChild<MetricPlot *>();
        const auto *legend = panel.findChild<PlotLegend *>();
        const auto *entry = legend->findChild<QToolButton *>();
        panel.resize(3 * (entry->sizeHint().width() + 4) + 22, 100); // no room to spare
        const auto isWhole = [&] {
            const QRect area(plot->mapTo(&panel, QPoint()), plot->size());
            return legend->geometry().bottom() < area.top() && area.bottom() < panel.height()
                && area.height() >= plot->minimumSizeHint().height() && legend->widget()->height() <= legend->height();
        };
        QTRY_VERIFY(isWhole());
        const int before = legend->height();
        speeds.back() = 1234567.5; // the entries become longer, and take another line
        panel.columnsChanged();
        QTRY_VERIFY(legend->height() > before);
        QTRY_VERIFY(isWhole());
    }

    // Also where a sentence begins with the name of a machine.
    void aSentenceReadsAsTheWindowDoes()
    {
        MessageCard card;
        card.setLayoutDirection(Qt::RightToLeft);
        const auto *label = card.findChild<QLabel *>(QStringLiteral("messageSentence"));
        card.show(MessageCard::Kind::Warning, QStringLiteral("alpha: \u0628\u0637\u064a\u0621."));
        QVERIFY(label->text().isRightToLeft());
        card.show(MessageCard::Kind::Warning, QStringLiteral("alpha: out of memory."));
        QVERIFY(!label->text().isRightToLeft());
        card.setLayoutDirection(Qt::LeftToRight);
        card.show(MessageCard::Kind::Warning, QStringLiteral("\u0628\u0637\u064a\u0621: out of memory."));
        QVERIFY(label->text().isRightToLeft());
    }

    void labelsStandBesideTheMiddleOfTheirFields()
    {
        JobForm form;
        form.setJob(readyJobs().front().job);
        form.resize(900, 900);
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        int compared = 0;
        QCOMPARE(labelThatStandsAskew(form, compared), QString());
        QVERIFY(compared > 10);
        QTemporaryDir home;
        Workspace workspace(WorkspaceFolders{home.path(), home.path()});
        SettingsPage settings(&workspace);
        settings.resize(900, 600);
        settings.show();
        QVERIFY(QTest::qWaitForWindowExposed(&settings));
        compared = 0;
        QCOMPARE(labelThatStandsAskew(settings, compared), QString());
        QVERIFY(compared >= 2);
        const auto host = workspace.fleet().add(
            {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}});
        QVERIFY(host);
        AddMachineDialog add(&workspace.fleet(), &workspace.prompter());
        MachineTermsDialog terms(&workspace.fleet(), **host);
        compared = 0;
        for (QDialog *dialog : std::initializer_list<QDialog *>{&add, &terms}) {
            dialog->show();
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            QCOMPARE(labelThatStandsAskew(*dialog, compared), QString());
        }
        QCOMPARE(compared, 6);
    }

    void aDisabledButtonKeepsItsIcon()
    {
        const std::unique_ptr<QPushButton> button(makePrimaryButton(QStringLiteral("x"), QStringLiteral("stop"), {}));
        const QImage icon = button->icon().pixmap(20, 20, QIcon::Disabled).toImage();
        const QRgb background = Theme::current().colours().border.rgb();
        int seen = 0;
        for (int y = 0; y < icon.height(); ++y)
            for (int x = 0; x < icon.width(); ++x)
                seen += qAlpha(icon.pixel(x, y)) > 200 && (icon.pixel(x, y) | 0xff000000) != background;
        QVERIFY(seen > 10);
    }

    // Where there is no room for their names, machines have their bars all the same; nothing scrolls.
    void everyMachineHasItsBars()
    {
        MetricSeries series;
        Feed feed(series);
        feed(PlanChosen{twoMachines()});
        feed(step(1, 2));
        TimeSplitView chart;
        chart.setSeries(&series);
        chart.valuesChanged();
        chart.resize(430, chart.minimumSizeHint().height());
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QVERIFY(!chart.findChild<QScrollArea *>());
        const auto widgets = chart.findChildren<QWidget *>();
        const auto bars = std::find_if(widgets.begin(), widgets.end(),
            [](const auto *widget) { return widget->accessibleName().contains(QStringLiteral("backward")); });
        QVERIFY(bars != widgets.end());
        const QImage picture = (*bars)->grab().toImage();
        const QRgb backward = Theme::current().colours().phase(2).rgb();
        int most = 0; // bars above each other
        for (int x = 0; x < picture.width(); ++x) {
            int found = 0;
            for (int y = 1; y < picture.height(); ++y)
                found += picture.pixel(x, y) == backward && picture.pixel(x, y - 1) != backward;
            most = std::max(most, found + (picture.pixel(x, 0) == backward));
        }
        QCOMPARE(most, 2);
    }

    // What there is no room for is counted, and stands in the words of the view.
    void theRowsOfManyMachinesEndWithinTheirFrame()
    {
        MetricSeries series;
        PlanChosen chosen{twoMachines()};
        while (chosen.plan.machines.size() < 64)
            chosen.plan.machines.push_back(
                {"gpu-node-" + std::to_string(chosen.plan.machines.size()) + ".cluster.example.org", "10.0.0.3"});
        Feed feed(series);
        feed(chosen);
        feed(RunStarted{"r", "x", "image-classification", "small-cnn", 1, 60000, 256, 10, 1, "0.1.0"});
        feed(step(1, 2));
        MachineRows rows;
        rows.setSeries(&series);
        rows.resize(270, 280);
        rows.show();
        QVERIFY(QTest::qWaitForWindowExposed(&rows));
        QCOMPARE(rows.size(), QSize(270, 280));
        QStringList lines;
        for (const auto *widget : rows.findChildren<QWidget *>())
            if (widget->accessibleName().contains(QStringLiteral("waits")))
                lines = widget->accessibleName().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 64);
        QVERIFY2(lines.front().contains(QStringLiteral("share")), qPrintable(lines.front()));
        QVERIFY2(lines.front().contains(QStringLiteral("could do")), qPrintable(lines.front()));
        QVERIFY2(lines.back().contains(QStringLiteral("has no work")), qPrintable(lines.back()));
    }

    // Half of a number looks like another one.
    void aNarrowRowCutsNoNumber()
    {
        MetricSeries series;
        Feed feed(series);
        feed(PlanChosen{twoMachines()});
        feed(RunStarted{"r", "x", "image-classification", "small-cnn", 1, 60000, 256, 10, 1, "0.1.0"});
        feed(step(1, 2));
        MachineRows rows;
        rows.setSeries(&series);
        for (const int width : {400, 230}) {
            rows.resize(width, 280);
            rows.show();
            QVERIFY(QTest::qWaitForWindowExposed(&rows));
            QBuffer drawn;
            QSvgGenerator generator; // in which texts are texts
            generator.setOutputDevice(&drawn);
            QPainter painter(&generator);
            rows.render(&painter);
            painter.end();
            QVERIFY2(drawn.data().contains("did "), drawn.data().constData());
            QCOMPARE(drawn.data().contains("could do"), width == 400);
            QVERIFY(!drawn.data().contains("\u2026"));
        }
    }

    void aDropDownHasOneFrame()
    {
        QComboBox box;
        box.addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
        box.resize(200, 30);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        box.showPopup();
        QWidget *popup = box.view()->window();
        QTRY_VERIFY(popup->isVisible() && popup != &box);
        const QImage picture = popup->grab().toImage();
        const auto at = [&](int y) { return picture.pixel(picture.width() / 2, y); };
        QVERIFY(at(0) != Theme::current().colours().surface.rgb());
        for (int y = 1; y < 7; ++y) // as far as the first word
            QCOMPARE(at(y), Theme::current().colours().surface.rgb());
        box.hidePopup();
    }

    void aQuestionHasNoPictureOfTheToolkit()
    {
        QWidget parent;
        parent.show();
        ask(&parent, {QStringLiteral("question"), QStringLiteral("Go?"), QStringLiteral("Now."), QStringLiteral("Go")},
            [] {});
        const auto *box = parent.findChild<QMessageBox *>(QStringLiteral("question"));
        QVERIFY(box);
        QCOMPARE(box->icon(), QMessageBox::NoIcon);
        QVERIFY(!box->iconPixmap().isNull());
        for (const auto *button : box->buttons())
            QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
        // A standard button has Qt's word, which is English where Qt's translations are not installed.
        QCOMPARE(box->standardButtons(), QMessageBox::StandardButtons(QMessageBox::NoButton));
        QCOMPARE(box->escapeButton()->text(), QStringLiteral("Cancel"));
        QCOMPARE(box->defaultButton(), qobject_cast<QPushButton *>(box->escapeButton()));
    }

    void iconsTakeTheColoursOfAnotherTheme()
    {
        const std::unique_ptr<QPushButton> button(makePrimaryButton(QStringLiteral("x"), QStringLiteral("play"), {}));
        MessageCard card;
        card.MessageCard::show(MessageCard::Kind::Error, QStringLiteral("x"));
        const auto *symbol = card.findChild<QLabel *>();
        const auto picture = [&] { return button->icon().pixmap(20, 20).toImage(); };
        const QImage before = picture();
        const QImage symbolBefore = symbol->pixmap(Qt::ReturnByValue).toImage();
        Theme::current().choose(Theme::Choice::HighContrastDark);
        QTRY_VERIFY(picture() != before);
        QTRY_VERIFY(symbol->pixmap(Qt::ReturnByValue).toImage() != symbolBefore);
    }
};

void LayoutTest::namesOfOneDomainAreToldApart_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("domain");
    QTest::addRow("one domain") << QStringList{"gpu-1.cluster.example.org", "gpu-22.cluster.example.org"}
                                << QStringLiteral(".cluster.example.org");
    QTest::addRow("a part of it") << QStringList{"a.one.example.org", "b.two.example.org"}
                                  << QStringLiteral(".example.org");
    QTest::addRow("several") << QStringList{"a.example.org", "b.example.com"} << QString();
    QTest::addRow("none") << QStringList{"box1", "box2.example.org"} << QString();
    QTest::addRow("one machine") << QStringList{"a.example.org"} << QString();
    QTest::addRow("addresses") << QStringList{"10.1.0.5", "10.2.0.5"} << QString();
    QTest::addRow("the domain itself") << QStringList{"a.example.org", ".example.org"} << QStringLiteral(".org");
}

void LayoutTest::namesOfOneDomainAreToldApart()
{
    QFETCH(QStringList, names);
    QFETCH(QString, domain);
    QCOMPARE(sharedDomain(names), domain);
}

QTEST_MAIN(LayoutTest)
#include "tst_layout.moc"
