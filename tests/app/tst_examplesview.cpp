// What a model made of the same examples at each test, seen on the page of its run: of recorded runs, and of one that
// goes on.
#include "app/dialogs/slicepicture.h"
#include "app/pages/examples/confusionview.h"
#include "app/pages/examples/examplepictures.h"
#include "app/pages/examples/examplesview.h"
#include "app/words/examples/examplewords.h"
#include "app/words/format.h"
#include "tests/app/openwindow.h"
#include "tests/app/recordedrun.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QBuffer>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;

namespace {

constexpr int patience = 60000; // milliseconds

std::string pngOf(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "png");
    return bytes.toBase64().toStdString();
}

std::string squareOf(int side)
{
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(Qt::gray);
    return pngOf(image);
}

TestExamples tested(std::int64_t step, const char *predicted)
{
    TestExamples test{step, {{7, {}, {"cat"}, {predicted}, predicted == std::string("cat") ? 1.0 : 0.0, {}, {}, {}}}};
    if (step == 1)
        test.examples[0].picture = squareOf(8);
    test.confusion = Confusion{{"cat", "dog"}, {90, 10, 2, 198}, {}};
    return test;
}

// As those of the pictures are.
int greyPixels(const QImage &image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour(image.pixel(x, y));
            const bool isGrey = colour.red() == colour.green() && colour.green() == colour.blue();
            count += isGrey && colour.red() > 60 && colour.red() < 250 ? 1 : 0;
        }
    return count;
}

std::vector<TestExamples> testsOf(const std::vector<Event> &events)
{
    std::vector<TestExamples> tests;
    for (const Event &event : events)
        if (const auto *test = std::get_if<TestExamples>(&event.body))
            tests.push_back(*test);
    return tests;
}

} // namespace

class ExamplesViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatTheRunsMadeOfTheirExamples_data() { addLooks(); }
    void showsWhatTheRunsMadeOfTheirExamples();
    void tellsWhatTheEventsSay_data();
    void tellsWhatTheEventsSay();
    void followsTheNewestTest();
    void forgetsWhatIsTrainedAgain();
    void keepsThePicturesOfTheFirstTest();
    void saysWrongWithoutColour();
    void leadsThroughTheMatrixByKeys();
    void listsPairsOfManyClasses();
    void hasNoTabWithoutExamples();
    void showsNoPictureThatIsNone();

private:
    static QStringList recordings()
    {
        return {QStringLiteral("examples-images"), QStringLiteral("examples-tags"),
            QStringLiteral("examples-translation"), QStringLiteral("examples-volume")};
    }
    QTreeView *table(const QWidget &in) const { return in.findChild<QTreeView *>(QStringLiteral("runExamples")); }
    const SlicePicture *large(const QWidget &in, const char *name) const
    {
        return static_cast<const SlicePicture *>(in.findChild<QWidget *>(QLatin1String(name)));
    }
    bool hasWholeHeadings(const QWidget &in, const char *name) const
    {
        const auto *rows = in.findChild<QTreeView *>(QLatin1String(name));
        const auto *header = rows->header();
        for (int column = 0; rows->isVisible() && column < header->count(); ++column)
            if (header->sectionSize(column) < header->sectionSizeHint(column))
                return false;
        return !rows->isVisible() || rows->horizontalScrollBar()->maximum() == 0;
    }
    QSlider *slider(const QWidget &in) const { return in.findChild<QSlider *>(QStringLiteral("exampleTest")); }
    QString words(const QWidget &in) const
    {
        return in.findChild<QLabel *>(QStringLiteral("exampleTestWords"))->text();
    }
};

void ExamplesViewTest::showsWhatTheRunsMadeOfTheirExamples()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const QTemporaryDir home;
    RunHistory history(home.path());
    QVERIFY(history.open());
    QStringList ids;
    for (const QString &name : recordings()) {
        JobSpec job;
        job.name = name.mid(9).toStdString();
        auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
        QVERIFY(record);
        QFile file(record->eventsFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(recordedLines(qPrintable(name)));
        record->outcome = RunRecord::Outcome::Completed;
        record->finished = record->started.addSecs(60);
        record->remoteRuns = {{"engine", "run"}};
        QVERIFY(history.update(*record));
        ids << record->id;
    }
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800}, theme, language);
    auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("runTabs"));
    auto *view = window->findChild<ExamplesView *>();
    for (const QString &id : ids) {
        const OpenRun *run = workspace.open(id);
        window->showPage(NavigationRail::Page::Run);
        QTRY_VERIFY_WITH_TIMEOUT(run->series().finished(), patience);
        QTRY_VERIFY(tabs->isTabVisible(tabs->indexOf(view)));
        tabs->setCurrentWidget(view);
        QTRY_VERIFY(view->isVisible());
        QTRY_COMPARE(
            std::size_t(table(*window)->model()->rowCount()), run->series().examples().tests().back().examples.size());
        const QString name = recordings()[ids.indexOf(id)] + QLatin1Char('-') + QLatin1String(QTest::currentDataTag());
        QVERIFY(saveScreenshot(*window, name));
        QCOMPARE(table(*window)->horizontalScrollBar()->maximum(), 0); // what was predicted is seen
        QVERIFY(hasWholeHeadings(*window, "runExamples") && hasWholeHeadings(*window, "confusedPairs"));
        const auto *shown = large(*window, "largeShown");
        QCOMPARE(shown->isVisible(), id == ids.front() || id == ids.back()); // the pictures
        QVERIFY(!shown->isVisible() || shown->height() > 3 * ExampleModel::pictureHeight);
        if (id == ids.front()) {
            const QRect chosen = table(*window)->visualRect(table(*window)->currentIndex());
            QVERIFY(greyPixels(table(*window)->viewport()->grab(chosen).toImage()) > 200); // not in the row's colour
            slider(*window)->setValue(0);
            QVERIFY(saveScreenshot(*window, name + QStringLiteral("-first")));
            window->resize(960, 540);
            QVERIFY(saveScreenshot(*window, name + QStringLiteral("-small")));
            window->findChild<QToolButton *>(QStringLiteral("drawerToggle"))->click();
            QVERIFY(saveScreenshot(*window, name + QStringLiteral("-small-open")));
            QVERIFY(view->isVisible());
            QVERIFY(table(*window)->horizontalScrollBar()->maximum() == 0);
            QVERIFY(!window->findChild<QTreeView *>(QStringLiteral("confusedPairs"))->isVisible()); // no room
            window->findChild<QToolButton *>(QStringLiteral("drawerToggle"))->click();
            window->resize(1280, 800);
        }
    }
    workspace.language().choose(QStringLiteral("en"));
}

void ExamplesViewTest::tellsWhatTheEventsSay_data()
{
    QTest::addColumn<QString>("recording");
    for (const QString &name : recordings())
        QTest::addRow("%s", qPrintable(name)) << name;
}

void ExamplesViewTest::tellsWhatTheEventsSay()
{
    QFETCH(QString, recording);
    const std::vector<Event> events = recordedEvents(qPrintable(recording));
    const std::vector<TestExamples> tests = testsOf(events);
    QVERIFY(tests.size() > 2);
    MetricSeries series;
    series.append(events);
    ExamplesView view;
    view.setSeries(&series);
    QCOMPARE(slider(view)->maximum(), int(tests.size()) - 1);
    QCOMPARE(slider(view)->value(), slider(view)->maximum());
    const auto *rows = table(view)->model();
    for (int i = 0; i < int(tests.size()); ++i) {
        slider(view)->setValue(i);
        QVERIFY(words(view).contains(formatCount(tests[std::size_t(i)].step)));
        QCOMPARE(slider(view)->accessibleDescription(), words(view));
        QCOMPARE(rows->rowCount(), int(tests[std::size_t(i)].examples.size()));
        for (int row = 0; row < rows->rowCount(); ++row) {
            const TestExample &example = tests[std::size_t(i)].examples[std::size_t(row)];
            const QModelIndex first = rows->index(row, 0);
            const auto text = [&](int column) { return first.siblingAtColumn(column).data().toString(); };
            const bool hasPicture = !first.data(Qt::DecorationRole).value<QPixmap>().isNull();
            QCOMPARE(hasPicture, example.input.empty());
            QCOMPARE(text(ExampleModel::Shown), exampleText(example).simplified());
            QCOMPARE(text(ExampleModel::Result), resultWords(example));
            if (example.expected.size() == 1) {
                QCOMPARE(text(ExampleModel::Expected), plainText(example.expected[0]).simplified());
                QCOMPARE(text(ExampleModel::Predicted), plainText(example.predicted[0]).simplified());
            }
            table(view)->setCurrentIndex(first);
            const QString whole = view.findChild<QPlainTextEdit *>(QStringLiteral("wholeExample"))->toPlainText();
            QCOMPARE(whole.isEmpty(), example.input.empty());
            const ExampleHistory::Pictures &pictures = series.examples().picturesOf(example.id);
            QCOMPARE(large(view, "largeShown")->picture(), decodedPicture(pictures.shown));
            const bool hasMarks = example.predictedPicture.has_value();
            QCOMPARE(large(view, "largeExpected")->isHidden(), !hasMarks);
            const QImage predicted = large(view, "largePredicted")->picture();
            QCOMPARE(predicted.size(), hasMarks ? decodedPicture(*example.predictedPicture).size() : QSize(0, 0));
            for (const std::string &predicted : example.predicted)
                QVERIFY(example.input.empty() || whole.contains(plainText(predicted)));
        }
    }
}

// But not where an older test is looked at.
void ExamplesViewTest::followsTheNewestTest()
{
    MetricSeries series;
    ExamplesView view;
    view.setSeries(&series);
    QVERIFY(!view.isWorthShowing());
    const auto add = [&](std::int64_t step, const char *predicted) {
        series.append({at(step, double(step), tested(step, predicted))});
        view.refresh();
    };
    const auto predicted = [&] { return table(view)->model()->index(0, ExampleModel::Predicted).data().toString(); };
    add(1, "dog");
    QVERIFY(view.isWorthShowing());
    QCOMPARE(predicted(), QStringLiteral("dog"));
    add(2, "cat");
    QCOMPARE(predicted(), QStringLiteral("cat"));
    slider(view)->setFocus();
    QTest::keyClick(slider(view), Qt::Key_Left);
    QCOMPARE(predicted(), QStringLiteral("dog"));
    add(3, "cat");
    QCOMPARE(slider(view)->maximum(), 2);
    QCOMPARE(predicted(), QStringLiteral("dog"));
    view.setSeries(nullptr);
    QVERIFY(!view.isWorthShowing());
    QCOMPARE(table(view)->model()->rowCount(), 0);
}

void ExamplesViewTest::forgetsWhatIsTrainedAgain()
{
    MetricSeries series;
    std::vector<Event> events;
    const auto add = [&](EventBody body) {
        events.push_back(at(std::int64_t(events.size()) + 1, double(events.size()), std::move(body)));
    };
    StepDone step;
    step.seconds = 0.1;
    for (const int number : {1, 2, 3, 4, 2}) { // from the checkpoint of step 1, again
        step.step = number;
        add(step);
        if (number % 2 == 0)
            add(tested(number, events.size() < 7 ? "dog" : "cat"));
    }
    series.append(events);
    QCOMPARE(series.examples().tests().size(), std::size_t(1));
    QCOMPARE(series.examples().tests().front().examples[0].predicted[0], std::string("cat"));
}

void ExamplesViewTest::keepsThePicturesOfTheFirstTest()
{
    ExampleHistory history;
    for (int step = 1; step <= int(ExampleHistory::mostTests) + 10; ++step)
        history.add(tested(step, "cat"));
    QCOMPARE(history.tests().size(), ExampleHistory::mostTests);
    QCOMPARE(history.tests().front().step, std::int64_t(11));
    QCOMPARE(history.picturesOf(7).shown, squareOf(8));
    QVERIFY(history.picturesOf(8).shown.empty());
}

void ExamplesViewTest::saysWrongWithoutColour()
{
    MetricSeries series;
    series.append({at(1, 1, tested(1, "dog"))});
    ExamplesView view;
    view.setSeries(&series);
    const QModelIndex result = table(view)->model()->index(0, ExampleModel::Result);
    QCOMPARE(result.data().toString(), QStringLiteral("wrong"));
    const auto wrong = result.data(Qt::DecorationRole).value<QPixmap>().toImage();
    QCOMPARE(table(view)->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("Picture 8"));
    series.append({at(2, 2, tested(2, "cat"))});
    view.refresh();
    QCOMPARE(result.data().toString(), QStringLiteral("right"));
    QVERIFY(wrong.convertToFormat(QImage::Format_Alpha8)
        != result.data(Qt::DecorationRole).value<QPixmap>().toImage().convertToFormat(QImage::Format_Alpha8));

    const TestExample tagged{1, {"Ada", "sees"}, {"B-PER", "O"}, {"O", "O"}, 0.5, {}, {}, {}};
    QCOMPARE(
        resultWords(tagged), QStringLiteral("50 % right").replace(QLatin1Char(' '), QChar::Nbsp).replace(4, 1, u' '));
    QCOMPARE(expectedText(tagged), QStringLiteral("Ada: B-PER"));
    QCOMPARE(predictedText(tagged), QStringLiteral("none"));
    QCOMPARE(wholeExample(tagged), QStringLiteral(u"\u2717 Ada: O, expected B-PER\n\u2713 sees: O"));
}

void ExamplesViewTest::leadsThroughTheMatrixByKeys()
{
    ConfusionView matrix;
    matrix.resize(200, 200);
    QCOMPARE(matrix.accessibleName(), QStringLiteral("Confusion matrix"));
    const QSignalSpy chosen(&matrix, &ConfusionView::chosen);
    QTest::keyClick(&matrix, Qt::Key_Right); // of nothing
    matrix.setConfusion(Confusion{{"cat", "dog"}, {90, 10, 2, 198}, {}});
    QVERIFY(matrix.chosenWords().isEmpty());
    QTest::keyClick(&matrix, Qt::Key_Down);
    QVERIFY2(matrix.chosenWords().startsWith(QStringLiteral("cat: 90 of 100 right")), qPrintable(matrix.chosenWords()));
    QTest::keyClick(&matrix, Qt::Key_Right);
    QVERIFY2(matrix.chosenWords().startsWith(QStringLiteral("cat: 10 of 100 taken for dog")),
        qPrintable(matrix.chosenWords()));
    QTest::keyClick(&matrix, Qt::Key_Right); // there is no further one
    QTest::keyClick(&matrix, Qt::Key_Down);
    QVERIFY(matrix.chosenWords().startsWith(QStringLiteral("dog: 198 of 200 right")));
    QCOMPARE(matrix.accessibleDescription(), matrix.chosenWords());
    QCOMPARE(chosen.last().first().toString(), matrix.chosenWords());
    QTest::mouseClick(&matrix, Qt::LeftButton, {}, {50, 150});
    QVERIFY(matrix.chosenWords().startsWith(QStringLiteral("dog: 2 of 200 taken for cat")));
    matrix.setConfusion(Confusion{{"cat"}, {1}, {}}); // where the chosen cell is no longer
    QVERIFY(matrix.chosenWords().isEmpty());
}

void ExamplesViewTest::listsPairsOfManyClasses()
{
    const auto pairs = confusedPairs({{"a", "b", "c"}, {5, 2, 0, 9, 5, 0, 1, 0, 5}, {}}, 2);
    QVERIFY(pairs == (std::vector<ConfusedPair>{{"b", "a", 9}, {"a", "b", 2}}));
    MetricSeries series;
    series.append({at(1, 1, TestExamples{1, {}, Confusion{{}, {}, {{"wolf", "husky", 31}}}})});
    ExamplesView view;
    view.setSeries(&series);
    QVERIFY(view.isWorthShowing());
    const auto *rows = view.findChild<QTreeView *>(QStringLiteral("confusedPairs"))->model();
    QCOMPARE(rows->rowCount(), 1);
    QCOMPARE(rows->index(0, 0).data().toString(), QStringLiteral("wolf"));
    QCOMPARE(rows->index(0, 2).data().toString(), QStringLiteral("31"));
    QVERIFY(view.findChild<ConfusionView *>()->isHidden());
}

void ExamplesViewTest::hasNoTabWithoutExamples()
{
    const QTemporaryDir home;
    writeCompletedRun(home.path());
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800});
    const OpenRun *run = workspace.open(workspace.history().all()->front().id);
    window->showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(!run->series().evaluationSteps().empty(), patience);
    deliverEvents();
    const auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("runTabs"));
    QVERIFY(!tabs->isTabVisible(tabs->indexOf(window->findChild<ExamplesView *>())));
}

// Events come from other machines.
void ExamplesViewTest::showsNoPictureThatIsNone()
{
    QVERIFY(decodedPicture({}).isNull());
    QVERIFY(decodedPicture("no picture").isNull());
    QVERIFY(decodedPicture(squareOf(300)).isNull());
    QCOMPARE(decodedPicture(squareOf(9)).size(), QSize(9, 9));
    std::string cut = squareOf(64);
    cut.resize(cut.size() / 2 / 4 * 4);
    (void)decodedPicture(cut);
    QImage marks(4, 4, QImage::Format_RGB32);
    marks.fill(Qt::black);
    marks.setPixelColor(1, 1, Qt::white);
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::gray);
    const QImage marked = markedPicture(picture, marks, Qt::red); // of another size
    QCOMPARE(marked.pixelColor(1, 1), QColor(Qt::red));
    QCOMPARE(marked.pixelColor(7, 7), QColor(Qt::gray));
}

QTEST_MAIN(ExamplesViewTest)
#include "tst_examplesview.moc"
