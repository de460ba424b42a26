// Whatever has the keys shows it by a frame or a shape that stands out from what is there without them, in every look.
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "tests/app/contrast.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

using namespace motley;

namespace {

const std::pair<const char *, Theme::Choice> looks[]{{"light", Theme::Choice::Light}, {"dark", Theme::Choice::Dark},
    {"high contrast, light", Theme::Choice::HighContrastLight},
    {"high contrast, dark", Theme::Choice::HighContrastDark}};

// A window with a widget and another control, which takes its keys.
class TwoControls {
public:
    explicit TwoControls(QWidget *widget) : m_widget(widget)
    {
        auto *layout = new QVBoxLayout(&m_window);
        layout->addWidget(m_widget);
        layout->addWidget(m_other);
        m_window.show();
        m_window.activateWindow();
    }

    bool isActive() { return QTest::qWaitForWindowActive(&m_window); }
    QImage withoutKeys() { return drawnWith(m_other); }
    QImage withKeys() { return drawnWith(m_widget); }

private:
    QImage drawnWith(QWidget *focused)
    {
        focused->setFocus(Qt::TabFocusReason);
        return m_window.grab(m_widget->geometry()).toImage();
    }

    QWidget m_window;
    QWidget *m_widget;
    QPushButton *m_other = new QPushButton(QStringLiteral("Elsewhere"));
};

QWidget *tabBar()
{
    auto *tabs = new QTabBar;
    for (const char *name : {"Curves", "Machines"})
        tabs->addTab(QString::fromLatin1(name));
    return tabs;
}

QWidget *comboBox()
{
    auto *box = new QComboBox;
    box->addItem(QStringLiteral("Fashion-MNIST"));
    return box;
}

QWidget *toolButton()
{
    auto *button = new QToolButton;
    button->setText(QStringLiteral("More"));
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

class KeyboardFocusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aControlShowsIt_data();
    void aControlShowsIt();
    void aRowShowsIt_data();
    void aRowShowsIt();
};

void KeyboardFocusTest::aControlShowsIt_data()
{
    QTest::addColumn<Theme::Choice>("look");
    QTest::addColumn<QWidget *>("control");
    for (const auto &[name, look] : looks) {
        QTest::addRow("button, %s", name) << look << static_cast<QWidget *>(new QPushButton(QStringLiteral("Stop")));
        QTest::addRow("primary button, %s", name)
            << look << static_cast<QWidget *>(makePrimaryButton(QStringLiteral("Start"), {}, {}));
        QTest::addRow("tool button, %s", name) << look << toolButton();
        QTest::addRow("check box, %s", name) << look << static_cast<QWidget *>(new QCheckBox(QStringLiteral("All")));
        QTest::addRow("tabs, %s", name) << look << tabBar();
        QTest::addRow("slider, %s", name) << look << static_cast<QWidget *>(new QSlider(Qt::Horizontal));
        QTest::addRow("drop-down, %s", name) << look << comboBox();
        QTest::addRow("text, %s", name) << look << static_cast<QWidget *>(new QLineEdit);
        QTest::addRow("number, %s", name) << look << static_cast<QWidget *>(new QSpinBox);
    }
}

// By at least as many pixels as a frame around a small check box has.
void KeyboardFocusTest::aControlShowsIt()
{
    QFETCH(Theme::Choice, look);
    QFETCH(QWidget *, control);
    Theme::current().choose(look);
    TwoControls controls(control);
    QVERIFY(controls.isActive());
    const QImage without = controls.withoutKeys();
    const QImage with = controls.withKeys();
    QCOMPARE(with.size(), without.size());
    int seen = 0;
    for (int y = 0; y < with.height(); ++y)
        for (int x = 0; x < with.width(); ++x)
            seen += contrast(with.pixelColor(x, y), without.pixelColor(x, y)) >= leastContrast;
    QVERIFY2(seen >= 4 * 14, qPrintable(QStringLiteral("%1 pixels").arg(seen)));
}

void KeyboardFocusTest::aRowShowsIt_data()
{
    QTest::addColumn<Theme::Choice>("look");
    QTest::addColumn<QAbstractItemView *>("view");
    for (const auto &[name, look] : looks) {
        QTest::addRow("rows, %s", name) << look << static_cast<QAbstractItemView *>(makeTable(nullptr, {}, {}));
        QTest::addRow("cells, %s", name) << look << static_cast<QAbstractItemView *>(new QTableView);
        QTest::addRow("a list, %s", name) << look << static_cast<QAbstractItemView *>(new QListView);
    }
}

void KeyboardFocusTest::aRowShowsIt()
{
    QFETCH(Theme::Choice, look);
    QFETCH(QAbstractItemView *, view);
    Theme::current().choose(look);
    QStandardItemModel model(3, 2);
    for (int row = 0; row < 3; ++row)
        model.setItem(row, 0, new QStandardItem(QStringLiteral("gpu1")));
    view->setModel(&model);
    TwoControls controls(view);
    QVERIFY(controls.isActive());
    view->setCurrentIndex(model.index(1, 0));
    const QRect row = view->visualRect(model.index(1, 0)).translated(view->viewport()->pos());
    const QImage without = controls.withoutKeys().copy(row);
    const QImage with = controls.withKeys().copy(row);
    for (const int y : {0, row.height() - 1})
        for (int x = row.width() / 4; x < row.width() / 2; ++x) {
            const double seen = contrast(with.pixelColor(x, y), without.pixelColor(x, y));
            QVERIFY2(seen >= leastContrast, qPrintable(QStringLiteral("%1, %2: %3").arg(x).arg(y).arg(seen)));
        }
}

QTEST_MAIN(KeyboardFocusTest)
#include "tst_keyboardfocus.moc"
