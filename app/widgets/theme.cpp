#include "app/widgets/theme.h"

#include "app/widgets/windowstyle.h"

#include <QApplication>
#include <QFont>
#include <QPalette>
#include <QStyle>

#include <array>
#include <mutex>

namespace motley {

namespace {

constexpr double fading = 0.25; // of disabled words into what is behind them; they keep 3:1
constexpr double contrastFading = 0.45; // so that they are told from others whose colour is white or black

Colours lightColours()
{
    Colours colours;
    colours.window = QColor::fromRgb(0xf4f5f8u);
    colours.surface = QColor::fromRgb(0xffffffu);
    colours.raised = QColor::fromRgb(0xeef0f5u);
    colours.border = QColor::fromRgb(0xdce0e8u);
    colours.text = QColor::fromRgb(0x18202cu);
    colours.mutedText = QColor::fromRgb(0x566071u);
    colours.accent = QColor::fromRgb(0x2f5bd7u);
    colours.onAccent = QColor::fromRgb(0xffffffu);
    colours.good = QColor::fromRgb(0x14704au);
    colours.warning = QColor::fromRgb(0x8a5300u);
    colours.bad = QColor::fromRgb(0xb3261eu);
    colours.disabled = mixed(colours.mutedText, colours.window, fading);
    return colours;
}

Colours darkColours()
{
    Colours colours;
    colours.window = QColor::fromRgb(0x12151au);
    colours.surface = QColor::fromRgb(0x1a1e25u);
    colours.raised = QColor::fromRgb(0x232832u);
    colours.border = QColor::fromRgb(0x313845u);
    colours.text = QColor::fromRgb(0xe7eaf0u);
    colours.mutedText = QColor::fromRgb(0x9ea8b8u);
    colours.accent = QColor::fromRgb(0x7aa2ffu);
    colours.onAccent = QColor::fromRgb(0x0b1020u);
    colours.good = QColor::fromRgb(0x54cf96u);
    colours.warning = QColor::fromRgb(0xf2b84bu);
    colours.bad = QColor::fromRgb(0xff857au);
    colours.dark = true;
    colours.disabled = mixed(colours.mutedText, colours.window, fading);
    return colours;
}

Colours contrastLightColours()
{
    Colours colours = lightColours();
    colours.window = QColor::fromRgb(0xffffffu);
    colours.raised = QColor::fromRgb(0xf0f0f0u);
    colours.border = QColor::fromRgb(0x000000u);
    colours.text = QColor::fromRgb(0x000000u);
    colours.mutedText = QColor::fromRgb(0x1e1e1eu);
    colours.accent = QColor::fromRgb(0x0033a8u);
    colours.good = QColor::fromRgb(0x00502cu);
    colours.warning = QColor::fromRgb(0x623a00u);
    colours.bad = QColor::fromRgb(0x8b0000u);
    colours.disabled = mixed(colours.mutedText, colours.window, contrastFading);
    return colours;
}

Colours contrastDarkColours()
{
    Colours colours = darkColours();
    colours.window = QColor::fromRgb(0x000000u);
    colours.surface = QColor::fromRgb(0x000000u);
    colours.raised = QColor::fromRgb(0x1c1c1cu);
    colours.border = QColor::fromRgb(0xffffffu);
    colours.text = QColor::fromRgb(0xffffffu);
    colours.mutedText = QColor::fromRgb(0xe6e6e6u);
    colours.accent = QColor::fromRgb(0xffe14du);
    colours.onAccent = QColor::fromRgb(0x000000u);
    colours.disabled = mixed(colours.mutedText, colours.window, contrastFading);
    return colours;
}

QPalette paletteOf(const Colours &colours)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colours.window);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Base, colours.surface);
    palette.setColor(QPalette::AlternateBase, colours.raised);
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::PlaceholderText, mixed(colours.mutedText, colours.disabled, 0.5));
    palette.setColor(QPalette::Button, colours.surface);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::BrightText, colours.bad);
    palette.setColor(QPalette::ToolTipBase, colours.raised);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.onAccent);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::LinkVisited, colours.accent);
    palette.setColor(QPalette::Light, colours.surface);
    palette.setColor(QPalette::Midlight, colours.raised);
    palette.setColor(QPalette::Mid, colours.border);
    palette.setColor(QPalette::Dark, colours.mutedText);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colours.mutedText);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colours.border);
    return palette;
}

// Digits of one width, so that a number that changes does not jiggle. Older versions of Qt cannot ask a font for them.
void useTabularDigits()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    QFont font = QApplication::font();
    font.setFeature("tnum", 1);
    QApplication::setFont(font);
#endif
}

} // namespace

// Found by a search from the hues of earlier versions; tst_palette computes how far apart they are.
QColor Colours::series(int index) const
{
    static constexpr std::array<QRgb, seriesColours> onLight{
        0xff0d58ef, 0xffcc5514, 0xff1b9172, 0xffa53494, 0xff6b6046, 0xff748894, 0xffb2060e, 0xff4c525e};
    static constexpr std::array<QRgb, seriesColours> onDark{
        0xff56d4fe, 0xffffc1a4, 0xff98e63c, 0xffc969fb, 0xffae9d0d, 0xff819fba, 0xffe47d78, 0xffc0c5cd};
    return QColor::fromRgb((dark ? onDark : onLight)[static_cast<std::size_t>(index) % seriesColours]);
}

// Computing is blue, waiting amber, exchange violet.
QColor Colours::phase(int index) const
{
    static constexpr std::array<QRgb, phaseColours> onLight{
        0xff7d8794, 0xff1369df, 0xff133872, 0xffd98e04, 0xff8e5290, 0xff029472};
    static constexpr std::array<QRgb, phaseColours> onDark{
        0xff8b94a3, 0xff81a9df, 0xff4778d4, 0xfff2b84b, 0xff8d6190, 0xff6cddc6};
    return QColor::fromRgb((dark ? onDark : onLight)[static_cast<std::size_t>(index) % phaseColours]);
}

Colours coloursOf(Theme::Choice choice, bool systemIsDark)
{
    switch (choice) {
    case Theme::Choice::System:
        return systemIsDark ? darkColours() : lightColours();
    case Theme::Choice::Light:
        return lightColours();
    case Theme::Choice::Dark:
        return darkColours();
    case Theme::Choice::HighContrastLight:
        return contrastLightColours();
    case Theme::Choice::HighContrastDark:
        return contrastDarkColours();
    }
    return lightColours();
}

QColor mixed(const QColor &a, const QColor &b, double shareOfB)
{
    const auto mix = [shareOfB](int x, int y) { return static_cast<int>(x + (y - x) * shareOfB); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

Theme &Theme::current()
{
    static Theme theme;
    return theme;
}

void Theme::choose(Choice choice)
{
    // Qt 6.4 has no colour scheme, so the window colour of the platform's palette decides. It is read once, before our
    // own palette is set.
    static const bool systemIsDark = QApplication::palette().color(QPalette::Window).lightness() < 128;

    m_choice = choice;
    m_colours = coloursOf(choice, systemIsDark);
    const bool highContrast = choice == Choice::HighContrastLight || choice == Choice::HighContrastDark;
    static std::once_flag once;
    std::call_once(once, [] {
        QApplication::setStyle(new WindowStyle(QStringLiteral("Fusion")));
        useTabularDigits();
    });
    QApplication::setPalette(paletteOf(m_colours));
    qApp->setStyleSheet(
        styleSheetOf(m_colours, highContrast, QApplication::font().pointSizeF(), QApplication::isRightToLeft()));
    Q_EMIT changed();
}

} // namespace motley
