// Another language, chosen with the mouse while the window is open.
#include "app/mainwindow.h"
#include "engine/base/tcp.h"
#include "tests/app/settle.h"
#include "tests/app/switchlanguage.h"
#include "tests/app/writtenruns.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWindow>

using namespace motley;

namespace {

// All texts of the window, page by page, that have several words.
QSet<QString> sentencesOf(MainWindow &window)
{
    QSet<QString> texts;
    for (int page = 0; page <= static_cast<int>(NavigationRail::Page::Settings); ++page) {
        window.showPage(static_cast<NavigationRail::Page>(page));
        settle(window);
        for (const auto *widget : window.findChildren<QWidget *>()) {
            texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                texts << label->text();
            else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                texts << button->text();
            else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
                texts << line->placeholderText() << line->text();
            else if (const auto *box = qobject_cast<const QComboBox *>(widget))
                for (int i = 0; i < box->count(); ++i)
                    texts << box->itemText(i);
            else if (const auto *view = qobject_cast<const QAbstractItemView *>(widget); view && view->model())
                for (int column = 0; column < view->model()->columnCount(); ++column) {
                    texts << view->model()->headerData(column, Qt::Horizontal).toString();
                    for (int row = 0; row < view->model()->rowCount(); ++row)
                        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                            texts << view->model()->index(row, column).data(role).toString();
                }
        }
    }
    texts.removeIf([](const QString &text) { return text.count(QLatin1Char(' ')) < 2; });
    return texts;
}

TaskSpec blackImagesIn(const QTemporaryDir &folder)
{
    const auto write = [&](const char *name, const QByteArray &head, qsizetype bytes) {
        QFile file(folder.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromHex(head) + QByteArray(bytes, '\0'));
    };
    write("train-images-idx3-ubyte", "00000803000000020000001c0000001c", 2 * 28 * 28);
    write("t10k-images-idx3-ubyte", "00000803000000020000001c0000001c", 2 * 28 * 28);
    write("train-labels-idx1-ubyte", "0000080100000002", 2);
    write("t10k-labels-idx1-ubyte", "0000080100000002", 2);
    return ImageSpec{{}, {folder.path().toStdString()}};
}

// Presses and releases the mouse at that place of the screen, as the window system does.
void click(const QWidget &widget, const QPoint &at)
{
    const QWidget *window = widget.window();
    QTest::mouseClick(window->windowHandle(), Qt::LeftButton, {}, widget.mapTo(window, at));
}

} // namespace

class LanguageChangeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheNextClick();
    void readsAndShowsNumbersInTheNewLanguage();
    void leavesNoWordOfTheFormerLanguage();
    void goesOnMeasuring();
};

void LanguageChangeTest::takesTheNextClick()
{
    QApplication::setDoubleClickInterval(0); // so long a popup takes a release for the end of the click that opened it
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    workspace.settings().setLanguage(QStringLiteral("en"));
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.showPage(NavigationRail::Page::Settings);
    QVERIFY(settle(window));
    const QPointer<QComboBox> box = window.findChild<QComboBox *>(QStringLiteral("language"));
    click(*box, box->rect().center());
    QAbstractItemView *list = box->view();
    QTRY_VERIFY(list->isVisible());
    deliverEvents();
    const int german = box->findData(QStringLiteral("de"));
    const QRect item = list->visualRect(list->model()->index(german, 0));
    QTest::mouseClick(
        list->window()->windowHandle(), Qt::LeftButton, {}, list->viewport()->mapTo(list->window(), item.center()));
    QTRY_VERIFY(!box); // the page in the other language has come
    const auto *rail = window.findChild<QToolButton *>(QStringLiteral("railRuns"));
    QCOMPARE(rail->text(), QStringLiteral("Läufe"));
    const auto *pages = window.findChild<QStackedWidget *>();
    QCOMPARE(pages->currentIndex(), static_cast<int>(NavigationRail::Page::Settings));
    click(*rail, rail->rect().center());
    QCOMPARE(pages->currentIndex(), static_cast<int>(NavigationRail::Page::Runs));
}

void LanguageChangeTest::readsAndShowsNumbersInTheNewLanguage()
{
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    workspace.settings().setLanguage(QStringLiteral("en"));
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    window.showPage(NavigationRail::Page::Settings);
    QVERIFY(switchLanguage(window, QStringLiteral("de")));
    for (const char *name : {"schedule.peak", "smoothingNumber"}) {
        auto *field = window.findChild<QDoubleSpinBox *>(QLatin1String(name));
        QVERIFY2(field, name);
        field->setValue(0.25);
        QCOMPARE(field->text(), QStringLiteral("0,25"));
        for (const char *typed : {"0,05", "0.05"}) {
            field->setValue(0.25);
            field->selectAll();
            QTest::keyClicks(field, QLatin1String(typed));
            QTest::keyClick(field, Qt::Key_Return);
            QCOMPARE(field->value(), 0.05);
        }
    }
}

// A run, its preparation and its charts, a look at data, and what stands in the status bar.
void LanguageChangeTest::leavesNoWordOfTheFormerLanguage()
{
    const QTemporaryDir home;
    const QTemporaryDir data;
    writeFailedRun(home.path());
    Workspace workspace({home.path(), home.path()});
    workspace.settings().setLanguage(QStringLiteral("en"));
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    QTRY_COMPARE_WITH_TIMEOUT(workspace.fleet().hosts().front()->state(), Host::State::Ready, 20000);
    JobSpec job = workspace.draft();
    job.task = blackImagesIn(data);
    workspace.setDraft(job);
    MainWindow window(&workspace);
    window.show();
    const auto records = workspace.history().all();
    QVERIFY(records);
    const OpenRun *run = workspace.open(records->front().id);
    QTRY_VERIFY(run->isOver());
    const auto words = [&window] { return window.findChild<QLabel *>(QStringLiteral("dataWords"))->text(); };
    QTRY_VERIFY(words().contains(QStringLiteral("2 images to train")));
    const QSet<QString> english = sentencesOf(window);
    QVERIFY(english.size() > 100);

    QVERIFY(switchLanguage(window, QStringLiteral("de")));
    QTRY_VERIFY(words().startsWith(QStringLiteral("2 Bilder")));
    const QSet<QString> switched = sentencesOf(window);
    const ProbeReport &report = *workspace.fleet().hosts().front()->report();
    QSet<QString> left = switched & english;
    std::vector<std::string> facts{report.operatingSystem, report.cpuModel, report.kernel, "Rank 1 on gpu1 ended."};
    for (const InterfaceReport &interface : report.interfaces)
        facts.push_back(interface.name + ": ");
    for (const std::string &fact : facts) // the same in every language
        left.removeIf(
            [&](const QString &text) { return !fact.empty() && text.contains(QString::fromStdString(fact)); });
    QVERIFY2(left.isEmpty(), qPrintable(QStringList(left.values()).join(QLatin1Char('\n'))));
    const auto *status = window.findChild<QLabel *>(QStringLiteral("machineStatus"));
    QCOMPARE(status->text(), QStringLiteral("1 von 1 Rechner bereit"));
}

// A language is no reason to end a measurement.
void LanguageChangeTest::goesOnMeasuring()
{
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    workspace.settings().setLanguage(QStringLiteral("en"));
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    const Descriptor silent = listenAt(*socketAddress("127.0.0.1", 0)); // takes a connection and says nothing
    QVERIFY(silent);
    qputenv("MOTLEY_ENGINE", QCoreApplication::applicationFilePath().toLocal8Bit()); // a program that could be sent
    QFile text(home.filePath(QStringLiteral("text.txt")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray("Who knows how many words a model needs. ").repeated(2000));
    text.close();
    LanguageModelSpec task;
    task.data.train = {text.fileName().toStdString()};
    RunRequest request;
    request.job.task = task;
    request.machines = {
        {Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ssh://ada@127.0.0.1:%1").arg(portOf(silent)), {}}};
    request.devices = {{Device{}}};
    workspace.measurement().start(request);
    MainWindow window(&workspace);
    window.show();
    const auto measure = [&window] { return window.findChild<QPushButton *>(QStringLiteral("measure"))->text(); };
    QCOMPARE(measure(), QStringLiteral("Cancel"));
    QVERIFY(switchLanguage(window, QStringLiteral("de")));
    QVERIFY(workspace.measurement().isGoing());
    QCOMPARE(measure(), QStringLiteral("Abbrechen"));
}

QTEST_MAIN(LanguageChangeTest)
#include "tst_languagechange.moc"
