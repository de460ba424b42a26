// What controls look like that cannot be used now, or run from right to left, and the frame around a table: in every
// look.
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "tests/app/contrast.h"

#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QSlider>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>

using namespace motley;

namespace {

int differingPixels(const QImage &one, const QImage &other)
{
    int differing = 0;
    for (int y = 0; y < std::min(one.height(), other.height()); ++y)
        for (int x = 0; x < std::min(one.width(), other.width()); ++x)
            differing += one.pixel(x, y) != other.pixel(x, y);
    return differing;
}

// Of what is drawn inside the frame with what is behind it.
double strongestContrast(const QImage &drawn)
{
    const QColor ground = drawn.pixelColor(6, drawn.height() / 2);
    double strongest = 1;
    for (int y = 6; y < drawn.height() - 6; ++y)
        for (int x = 6; x < drawn.width() - 6; ++x)
            strongest = std::max(strongest, contrast(drawn.pixelColor(x, y), ground));
    return strongest;
}

QImage drawn(QWidget &widget)
{
    widget.show();
    return widget.grab().toImage();
}

} // namespace

class ControlStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTickHasItsMark_data() { looks(); }
    void aTickHasItsMark();
    void aDisabledTickIsStillATick_data() { looks(); }
    void aDisabledTickIsStillATick();
    void aDisabledButtonIsFainter_data() { looks(); }
    void aDisabledButtonIsFainter();
    void aSliderIsFilledFromItsLeastValue_data() { looks(); }
    void aSliderIsFilledFromItsLeastValue();
    void aTableHasAWholeFrame_data() { looks(); }
    void aTableHasAWholeFrame();

private:
    static void looks()
    {
        QTest::addColumn<Theme::Choice>("look");
        QTest::addRow("light") << Theme::Choice::Light;
        QTest::addRow("dark") << Theme::Choice::Dark;
        QTest::addRow("high contrast, light") << Theme::Choice::HighContrastLight;
        QTest::addRow("high contrast, dark") << Theme::Choice::HighContrastDark;
    }
};

// Its picture is an SVG file, which Qt reads by a plugin that some distributions have in a package of its own.
void ControlStatesTest::aTickHasItsMark()
{
    QFETCH(Theme::Choice, look);
    Theme::current().choose(look);
    QCheckBox box;
    box.setChecked(true);
    const QImage picture = drawn(box);
    const QColor accent = Theme::current().colours().accent;
    int marked = 0;
    for (int y = picture.height() / 2 - 4; y < picture.height() / 2 + 4; ++y)
        for (int x = 4; x < 12; ++x)
            marked += contrast(picture.pixelColor(x, y), accent) >= leastContrast;
    QVERIFY2(marked >= 5, qPrintable(QString::number(marked)));
}

void ControlStatesTest::aDisabledTickIsStillATick()
{
    QFETCH(Theme::Choice, look);
    Theme::current().choose(look);
    QCheckBox box(QStringLiteral("Start its part by itself"));
    box.setEnabled(false);
    const QImage without = drawn(box);
    box.setChecked(true);
    QVERIFY(differingPixels(without, drawn(box)) > 40);
}

void ControlStatesTest::aDisabledButtonIsFainter()
{
    QFETCH(Theme::Choice, look);
    Theme::current().choose(look);
    const auto isFainter = [](QPushButton *button) {
        const std::unique_ptr<QPushButton> owned(button);
        const double usable = strongestContrast(drawn(*button));
        button->setEnabled(false);
        const double disabled = strongestContrast(drawn(*button));
        return disabled >= leastContrast && disabled < 0.8 * usable;
    };
    QVERIFY(isFainter(makePrimaryButton(QStringLiteral("Start"), {}, {})));
    QVERIFY(isFainter(makeButton(QStringLiteral("Remove"), {}, {})));
    QVERIFY(isFainter(makeButton({}, QStringLiteral("remove"), {}))); // its picture alone
}

void ControlStatesTest::aSliderIsFilledFromItsLeastValue()
{
    QFETCH(Theme::Choice, look);
    for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft}) {
        QApplication::setLayoutDirection(direction);
        Theme::current().choose(look);
        QSlider slider(Qt::Horizontal);
        slider.setRange(0, 100);
        slider.setValue(25);
        slider.resize(200, 24);
        const QImage picture = drawn(slider);
        const QRgb accent = Theme::current().colours().accent.rgb();
        const int line = picture.height() / 2;
        const bool isFilledLeft = picture.pixel(12, line) == accent;
        const bool isFilledRight = picture.pixel(picture.width() - 13, line) == accent;
        QCOMPARE(isFilledLeft, direction == Qt::LeftToRight);
        QCOMPARE(isFilledRight, direction == Qt::RightToLeft);
    }
    QApplication::setLayoutDirection(Qt::LeftToRight);
}

// Its upper corners are those of its lower ones.
void ControlStatesTest::aTableHasAWholeFrame()
{
    QFETCH(Theme::Choice, look);
    Theme::current().choose(look);
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("State")});
    const std::unique_ptr<QTreeView> table(makeTable(&model, QStringLiteral("table"), QStringLiteral("Table")));
    table->resize(300, 200);
    const QImage picture = drawn(*table);
    constexpr int corner = 6;
    const QRgb surface = Theme::current().colours().surface.rgb();
    const auto inside = [&](int top) { // pixels of the corner that show what is behind the rows
        int pixels = 0;
        for (int y = top; y < top + corner; ++y)
            for (int x = 0; x < corner; ++x)
                pixels += picture.pixel(x, y) == surface;
        return pixels;
    };
    const int above = inside(0);
    const int below = inside(picture.height() - corner);
    QVERIFY2(std::abs(above - below) <= 3, qPrintable(QStringLiteral("%1 and %2").arg(above).arg(below)));
}

QTEST_MAIN(ControlStatesTest)
#include "tst_controlstates.moc"
