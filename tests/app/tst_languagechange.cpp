// Another language, chosen with the mouse while the window is open.
#include "app/mainwindow.h"
#include "tests/app/settle.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPointer>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWindow>

using namespace motley;

namespace {

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
    auto *box = window.findChild<QComboBox *>(QStringLiteral("language"));
    const QPointer<QComboBox> old = box;
    box->setCurrentIndex(box->findData(QStringLiteral("de")));
    Q_EMIT box->activated(box->currentIndex());
    QTRY_VERIFY(!old);
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

QTEST_MAIN(LanguageChangeTest)
#include "tst_languagechange.moc"
