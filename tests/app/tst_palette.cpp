// How far apart the colours of curves are, also for those who see fewer: CIEDE2000 (Sharma, Wu, Dalal 2005) under the
// three simulations of Machado, Oliveira and Fernandes (2009) at full severity.
#include "app/plots/metricplot.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "tests/app/contrast.h"

#include <QImage>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QTest>

#include <array>
#include <cmath>
#include <numbers>

using namespace motley;

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr double leastDistance = 12;

const std::pair<const char *, Matrix> views[]{
    {"all colours", Matrix{Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}}},
    {"protanopia",
        Matrix{Triple{0.152286, 1.052583, -0.204868}, Triple{0.114503, 0.786281, 0.099216},
            Triple{-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
        Matrix{Triple{0.367322, 0.860646, -0.227968}, Triple{0.280085, 0.672501, 0.047413},
            Triple{-0.011820, 0.042940, 0.968881}}},
    {"tritanopia",
        Matrix{Triple{1.255528, -0.076749, -0.178779}, Triple{-0.078411, 0.930809, 0.147602},
            Triple{0.004733, 0.691367, 0.303900}}},
};

Triple times(const Matrix &matrix, const Triple &vector)
{
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            result[row] += matrix[row][column] * vector[column];
    return result;
}

Triple lab(const QColor &colour, const Matrix &view)
{
    Triple seen = times(view, linear(colour));
    for (double &part : seen)
        part = std::clamp(part, 0.0, 1.0);
    const Matrix toXyz{Triple{0.4124564, 0.3575761, 0.1804375}, Triple{0.2126729, 0.7151522, 0.0721750},
        Triple{0.0193339, 0.1191920, 0.9503041}};
    const Triple xyz = times(toXyz, seen);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180;
}

double hue(double a, double b)
{
    const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
    return degrees < 0 ? degrees + 360 : degrees;
}

double ciede2000(const Triple &one, const Triple &two)
{
    const double meanChroma = (std::hypot(one[1], one[2]) + std::hypot(two[1], two[2])) / 2;
    const auto compressed
        = [](double chroma) { return std::sqrt(std::pow(chroma, 7) / (std::pow(chroma, 7) + std::pow(25.0, 7))); };
    const double g = 0.5 * (1 - compressed(meanChroma));
    const double a1 = one[1] * (1 + g), a2 = two[1] * (1 + g);
    const double c1 = std::hypot(a1, one[2]), c2 = std::hypot(a2, two[2]);
    const double h1 = hue(a1, one[2]), h2 = hue(a2, two[2]);
    double turn = h2 - h1;
    turn = c1 * c2 == 0 ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
    const double light = two[0] - one[0], chroma = c2 - c1;
    const double shift = 2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2));
    const double l = (one[0] + two[0]) / 2, c = (c1 + c2) / 2;
    double h = c1 * c2 == 0 ? h1 + h2 : (h1 + h2) / 2;
    if (c1 * c2 != 0 && std::abs(h1 - h2) > 180)
        h += h1 + h2 < 360 ? 180 : -180;
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h))
        + 0.32 * std::cos(radians(3 * h + 6)) - 0.2 * std::cos(radians(4 * h - 63));
    const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
    const double rotation = -std::sin(radians(60 * std::exp(-std::pow((h - 275) / 25, 2)))) * 2 * compressed(c);
    return std::sqrt(std::pow(light / sl, 2) + std::pow(chroma / sc, 2) + std::pow(shift / sh, 2)
        + rotation * chroma / sc * shift / sh);
}

} // namespace

class PaletteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesPublishedDistances_data();
    void computesPublishedDistances();
    void anyTwoAreApart_data();
    void anyTwoAreApart();
    void phasesAreNoMachines();
    void whatHappenedIsBolderThanWhatCouldHave();
    void aDisabledButtonCanBeRead();
    void theSwatchOfAFaintCurveIsSeen();
    void dashesTellWhatHasOneColour();
    void markersTellWhatHasOneColour();
};

// Of the pairs that Sharma, Wu and Dalal give to test with.
void PaletteTest::computesPublishedDistances_data()
{
    QTest::addColumn<QList<double>>("one");
    QTest::addColumn<QList<double>>("two");
    QTest::addColumn<double>("distance");
    QTest::addRow("1") << QList<double>{50, 2.6772, -79.7751} << QList<double>{50, 0, -82.7485} << 2.0425;
    QTest::addRow("9") << QList<double>{50, 2.49, -0.001} << QList<double>{50, -2.49, 0.0011} << 7.2195;
    QTest::addRow("17") << QList<double>{50, 2.5, 0} << QList<double>{73, 25, -18} << 27.1492;
    QTest::addRow("25") << QList<double>{60.2574, -34.0099, 36.2677} << QList<double>{60.4626, -34.1751, 39.4387}
                        << 1.2644;
    QTest::addRow("34") << QList<double>{2.0776, 0.0795, -1.135} << QList<double>{0.9033, -0.0636, -0.5514} << 0.9082;
}

void PaletteTest::computesPublishedDistances()
{
    QFETCH(QList<double>, one);
    QFETCH(QList<double>, two);
    QFETCH(double, distance);
    const double found = ciede2000({one[0], one[1], one[2]}, {two[0], two[1], two[2]});
    QVERIFY2(std::abs(found - distance) < 1e-4, qPrintable(QString::number(found)));
}

void PaletteTest::anyTwoAreApart_data()
{
    QTest::addColumn<Theme::Choice>("choice");
    QTest::addColumn<bool>("phases");
    for (const bool phases : {false, true}) {
        const char *what = phases ? "phases" : "machines";
        QTest::addRow("%s, light", what) << Theme::Choice::Light << phases;
        QTest::addRow("%s, dark", what) << Theme::Choice::Dark << phases;
        QTest::addRow("%s, high contrast, light", what) << Theme::Choice::HighContrastLight << phases;
        QTest::addRow("%s, high contrast, dark", what) << Theme::Choice::HighContrastDark << phases;
    }
}

void PaletteTest::anyTwoAreApart()
{
    QFETCH(Theme::Choice, choice);
    QFETCH(bool, phases);
    const Colours colours = coloursOf(choice, false);
    QList<QColor> all;
    for (int i = 0; i < (phases ? phaseColours : seriesColours); ++i)
        all << (phases ? colours.phase(i) : colours.series(i));
    for (int i = 0; i < all.size(); ++i) {
        const double visible = contrast(all[i], colours.surface);
        QVERIFY2(visible >= leastContrast - (phases ? 0.4 : 0), // phases touch each other, and are named
            qPrintable(QStringLiteral("%1: %2").arg(i).arg(visible)));
        for (int j = 0; j < i; ++j)
            for (const auto &[name, view] : views) {
                const double distance = ciede2000(lab(all[i], view), lab(all[j], view));
                QVERIFY2(distance >= leastDistance,
                    qPrintable(
                        QStringLiteral("%1 and %2, %3: %4").arg(j).arg(i).arg(QLatin1String(name)).arg(distance)));
            }
    }
}

void PaletteTest::phasesAreNoMachines()
{
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        const Colours colours = coloursOf(choice, false);
        QSet<QRgb> machines;
        for (int i = 0; i < seriesColours; ++i)
            machines << colours.series(i).rgb();
        for (int i = 0; i < phaseColours; ++i)
            QVERIFY(!machines.contains(colours.phase(i).rgb()));
    }
}

void PaletteTest::whatHappenedIsBolderThanWhatCouldHave()
{
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        Theme::current().choose(choice);
        for (int machine = 0; machine < seriesColours; ++machine) {
            const QPen did = penOf({QStringLiteral("did"), machine, PlotCurve::LineStyle::Bold});
            const QPen could = penOf({QStringLiteral("could"), machine, PlotCurve::LineStyle::Thin});
            QVERIFY(did.widthF() >= 2 * could.widthF());
            QCOMPARE(did.color().alpha(), 255);
            QVERIFY(contrast(did.color(), Theme::current().colours().surface) >= leastContrast);
        }
    }
}

void PaletteTest::aDisabledButtonCanBeRead()
{
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark, Theme::Choice::HighContrastLight,
             Theme::Choice::HighContrastDark}) {
        Theme::current().choose(choice);
        const std::unique_ptr<QPushButton> button(makePrimaryButton(QStringLiteral("Trust this machine"), {}, {}));
        button->setEnabled(false);
        button->show();
        const QImage drawn = button->grab().toImage();
        const QColor ground = drawn.pixelColor(6, drawn.height() / 2);
        double best = 1;
        for (int y = 6; y < drawn.height() - 6; ++y) // inside the frame
            for (int x = 6; x < drawn.width() - 6; ++x)
                best = std::max(best, contrast(drawn.pixelColor(x, y), ground));
        QVERIFY2(best >= leastContrast, qPrintable(QStringLiteral("%1: %2").arg(int(choice)).arg(best)));
    }
}

void PaletteTest::theSwatchOfAFaintCurveIsSeen()
{
    for (const auto choice : {Theme::Choice::Light, Theme::Choice::Dark, Theme::Choice::HighContrastLight,
             Theme::Choice::HighContrastDark}) {
        Theme::current().choose(choice);
        const QColor surface = Theme::current().colours().surface;
        QImage picture(40, 20, QImage::Format_RGB32);
        picture.fill(surface);
        QPainter painter(&picture);
        drawSwatch(painter, {QStringLiteral("each step"), 0, PlotCurve::LineStyle::Faint}, picture.rect());
        double best = 1;
        for (int y = 0; y < picture.height(); ++y)
            best = std::max(best, contrast(picture.pixelColor(20, y), surface));
        QVERIFY2(best >= leastContrast, qPrintable(QStringLiteral("%1: %2").arg(int(choice)).arg(best)));
    }
}

void PaletteTest::dashesTellWhatHasOneColour()
{
    QSet<std::pair<QRgb, Qt::PenStyle>> codes;
    for (int machine = 0; machine < 32; ++machine) {
        const QPen pen = penOf({{}, machine, PlotCurve::LineStyle::Bold, nullptr, nullptr, true, false, true});
        codes.insert({pen.color().rgb(), pen.style()});
    }
    QCOMPARE(codes.size(), 32);
}

// Of the metrics of a task there are at most four.
void PaletteTest::markersTellWhatHasOneColour()
{
    for (int one = 0; one < 4; ++one)
        for (int other = 0; other < one; ++other)
            QVERIFY(markerOf({{}, one, PlotCurve::LineStyle::Markers})
                != markerOf({{}, other, PlotCurve::LineStyle::Markers}));
}

QTEST_MAIN(PaletteTest)
#include "tst_palette.moc"
