// Ctrl+K finds what the window can do by its words, and does it, by keyboard alone.
#include "app/actionpalette.h"
#include "app/dialogs/helpdialog.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace motley;

class ActionPaletteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
        QVERIFY(m_workspace->load());
    }
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void findsAndDoesByKeys_data() { addLooks(); }
    void findsAndDoesByKeys();
    void escapeChangesNothing();
    void offersWhatCanBeDoneAlone();
    void fitsInTheLeastWindow();

private:
    void open(
        const QSize &size, Theme::Choice theme = Theme::Choice::Light, const QString &language = QStringLiteral("en"))
    {
        m_window = openWindow(*m_workspace, size, theme, language);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    ActionPalette *call()
    {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        return m_window->findChild<ActionPalette *>();
    }
    QStringList found() const
    {
        QStringList words;
        const auto *list = m_window->findChild<QListWidget *>(QStringLiteral("paletteFound"));
        for (int row = 0; row < list->count(); ++row)
            words << list->item(row)->text();
        return words;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

// By the words of the rail, which every language has.
void ActionPaletteTest::findsAndDoesByKeys()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    open({1280, 800}, theme, language);
    const auto *pages = m_window->findChild<QStackedWidget *>();
    const int before = pages->currentIndex();
    const QString settings = m_window->findChild<QToolButton *>(QStringLiteral("railSettings"))->text();
    QVERIFY(call());
    auto *words = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(words && words->objectName() == QStringLiteral("paletteWords"));
    QVERIFY(found().size() > 6);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("palette-%1").arg(QLatin1String(QTest::currentDataTag()))));
    QTest::keyClick(words, Qt::Key_Down);
    QCOMPARE(m_window->findChild<QListWidget *>(QStringLiteral("paletteFound"))->currentRow(), 1);
    words->setText(settings.toLower());
    QVERIFY(!found().isEmpty());
    QVERIFY(found().front().contains(settings));
    QTest::keyClick(words, Qt::Key_Return);
    QTRY_COMPARE(pages->currentIndex(), static_cast<int>(NavigationRail::Page::Settings));
    QVERIFY(before != pages->currentIndex());
    QTRY_VERIFY(!m_window->findChild<ActionPalette *>());
}

void ActionPaletteTest::escapeChangesNothing()
{
    open({1280, 800});
    auto *add = m_window->findChild<QPushButton *>(QStringLiteral("addMachine"));
    add->setFocus();
    QVERIFY(call());
    QVERIFY(!add->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!m_window->findChild<ActionPalette *>());
    QVERIFY(add->hasFocus());
    const auto *pages = m_window->findChild<QStackedWidget *>();
    QCOMPARE(pages->currentIndex(), static_cast<int>(NavigationRail::Page::Machines));
}

void ActionPaletteTest::offersWhatCanBeDoneAlone()
{
    open({1280, 800});
    auto *add = m_window->findChild<QPushButton *>(QStringLiteral("addMachine"));
    QVERIFY(call());
    QVERIFY(found().filter(add->text()).size() == 1);
    const auto *list = m_window->findChild<QListWidget *>(QStringLiteral("paletteFound"));
    const auto *item = list->findItems(add->text(), Qt::MatchExactly).value(0);
    QVERIFY(item->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Ctrl+N")));
    QVERIFY(found().filter(QStringLiteral("Measure now")).isEmpty()); // of a page that is not seen
    QCOMPARE(found().filter(QStringLiteral("Terms")), QStringList{QStringLiteral("This computer: Terms")});
    auto *words = m_window->findChild<QLineEdit *>(QStringLiteral("paletteWords"));
    words->setText(QStringLiteral("machine add")); // in any order
    QCOMPARE(found().size(), 1);
    words->setText(QStringLiteral("no such thing"));
    QVERIFY(found().isEmpty());
    QTest::keyClick(words, Qt::Key_Return); // does nothing
    QVERIFY(m_window->findChild<ActionPalette *>());
    QTest::keyClick(words, Qt::Key_Escape);
    QTRY_VERIFY(!m_window->findChild<ActionPalette *>());
    add->setEnabled(false);
    QVERIFY(call());
    QVERIFY(found().filter(add->text()).isEmpty());
}

void ActionPaletteTest::fitsInTheLeastWindow()
{
    open({960, 540});
    const auto *palette = call();
    QVERIFY(palette);
    QVERIFY(m_window->rect().contains(palette->geometry()));
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("palette-small")));
}

QTEST_MAIN(ActionPaletteTest)
#include "tst_actionpalette.moc"
