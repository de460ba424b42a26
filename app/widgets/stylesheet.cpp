// Shapes and spacing. Colours come from the theme; the SVG images of controls can be seen on light and dark alike.
#include "app/widgets/theme.h"

namespace motley {

namespace {

constexpr auto sheet = R"(
* { outline: none; }
QToolTip { color: @text; background: @raised; border: 1px solid @border; padding: 4px 6px; }
QMainWindow, QDialog, QWidget#page { background: @window; }
QFrame[card="true"] { background: @surface; border: 1px solid @border; border-radius: 8px; }
QFrame[line="true"] { background: @border; border: none; max-height: 1px; min-height: 1px; }
QLabel[role="title"] { font-size: @title; font-weight: 600; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="field-error"] { color: @bad; }
QLabel[role="warning"] { color: @warning; }
QLabel[changed="true"], QCheckBox[changed="true"] { color: @accent; }
QLabel[role="stat"] { font-size: @stat; font-weight: 600; }
QLabel[role="caption"] { color: @muted; font-size: @small; }

QPushButton { background: @surface; border: 1px solid @border; border-radius: 6px; padding: 5px 12px; min-height: 18px; }
QPushButton:hover { background: @raised; }
QPushButton:pressed { background: @border; }
QPushButton:focus { border: 2px solid @accent; padding: 4px 11px; }
QPushButton:disabled { color: @disabled; background: @window; border-color: @disabledFrame; }
QPushButton:checked { background: @raised; border-color: @accent; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border: 1px solid @accent; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; }
QPushButton[primary="true"]:focus { border: 3px double @onAccent; padding: 3px 10px; }
QPushButton[primary="true"]:disabled { background: @raised; color: @disabled; border-color: @disabledFrame; }
QPushButton[danger="true"] { color: @bad; }
QPushButton::menu-indicator { image: url(:/icons/part-chevron-down.svg); subcontrol-position: right center; right: 6px; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QToolButton:hover { background: @raised; }
QToolButton:checked { background: @raised; border-color: @border; }
QToolButton:focus { border-color: @accent; }
QToolButton[legend="true"] { padding: 1px 4px; color: @muted; }
QToolButton[legend="true"]:checked { background: transparent; border-color: transparent; color: @text; }
QToolButton[legend="true"]:hover { background: @raised; }
QToolButton[legend="true"]:focus { border-color: @accent; }
QToolButton[chip="true"] { background: @accentSoft; color: @accentText; border-radius: 8px; padding: 1px 7px; font-size: @small; }
QToolButton[chip="true"]:hover { border-color: @accent; }
QToolButton::menu-indicator { image: none; }

QFrame#rail { background: @surface; border: none; }
QFrame#railEdge { background: @border; border: none; }
QFrame#rail QToolButton { text-align: left; padding: 8px 10px; border-radius: 7px; font-weight: 500; color: @text; }
QFrame#rail QToolButton:checked { background: @accentSoft; color: @accentText; border-color: @railEdge; font-weight: 600; }

QFrame#rail QToolButton#closeRun { padding: 0; border-radius: 5px; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: @surface; border: 1px solid @border; border-radius: 6px; padding: 4px 8px; min-height: 20px;
    selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QComboBox:hover { border-color: @muted; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid @accent; padding: 3px 7px; }
QLineEdit[invalid="true"], QSpinBox[invalid="true"], QDoubleSpinBox[invalid="true"], QComboBox[invalid="true"] { border: 1px solid @bad; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @disabled; background: @window; border-color: @disabledFrame; }
QLineEdit[readOnly="true"] { background: @window; }
QSpinBox, QDoubleSpinBox { qproperty-alignment: @numberSide; }
QComboBox::drop-down { border: none; width: 22px; subcontrol-position: center right; }
QComboBox::down-arrow { image: url(:/icons/part-chevron-down.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @surface; border: none; border-radius: 0; padding: 4px; selection-background-color: @accent; selection-color: @onAccent; }
QSpinBox::up-button, QDoubleSpinBox::up-button { border: none; width: 18px; subcontrol-origin: border; subcontrol-position: top right; }
QSpinBox::down-button, QDoubleSpinBox::down-button { border: none; width: 18px; subcontrol-origin: border; subcontrol-position: bottom right; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/part-chevron-up.svg); width: 9px; height: 9px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/part-chevron-down.svg); width: 9px; height: 9px; }

QCheckBox { spacing: 7px; outline: 1px solid @accent; }
QCheckBox::indicator, QTreeView::indicator, QTableView::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid @muted; border-radius: 4px; background: @surface; }
QCheckBox::indicator:hover, QTreeView::indicator:hover { border-color: @accent; }
QCheckBox::indicator:checked, QTreeView::indicator:checked, QTableView::indicator:checked, QListView::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/part-check-@mark.svg); }
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate { background: @accent; border-color: @accent; image: url(:/icons/part-dash-@mark.svg); }
QCheckBox::indicator:disabled, QTreeView::indicator:disabled { border-color: @disabledFrame; background: @window; }
QCheckBox::indicator:checked:disabled, QTreeView::indicator:checked:disabled, QCheckBox::indicator:indeterminate:disabled, QTreeView::indicator:indeterminate:disabled { border-color: @disabled; background: @disabled; }

QAbstractItemView { background: @surface; border: 1px solid @border; border-radius: 8px; alternate-background-color: @surface; selection-background-color: @accentSoft; selection-color: @text; }
QTreeView::item, QTableView::item, QListView::item { padding: 5px 6px; border: none; }
QTreeView::item:hover, QTableView::item:hover, QListView::item:hover { background: @raised; }
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected { background: @accentSoft; color: @text; }
QTableView::item:focus, QListView::item:focus { border: 1px solid @accent; padding: 4px 5px; }
QTreeView::branch { background: transparent; }
QTreeView::branch:has-children:closed { image: url(:/icons/part-branch-closed@direction.svg); }
QTreeView::branch:has-children:open { image: url(:/icons/part-branch-open.svg); }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: transparent; color: @muted; border: none; border-bottom: 1px solid @border; padding: 7px 9px; font-weight: 600; }
QHeaderView::up-arrow { image: url(:/icons/part-chevron-up.svg); width: 10px; height: 10px; subcontrol-position: center right; right: 4px; }
QHeaderView::down-arrow { image: url(:/icons/part-chevron-down.svg); width: 10px; height: 10px; subcontrol-position: center right; right: 4px; }
QTableCornerButton::section { background: transparent; border: none; border-bottom: 1px solid @border; }

QTabWidget::pane { border: none; top: 0px; }
QTabBar { qproperty-drawBase: 0; outline: 1px solid @accent; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent; padding: 7px 12px; margin: 0 2px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; font-weight: 600; }

QProgressBar { background: @raised; border: none; border-radius: 3px; min-height: 6px; max-height: 6px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; background: @border; border-radius: 2px; }
QSlider::@filled-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -7px 0; border-radius: 9px; background: @surface; border: 2px solid @accent; }
QSlider::handle:horizontal:focus { background: @accent; }
QSlider::handle:horizontal:disabled { border-color: @disabled; background: @window; }
QSlider::@filled-page:horizontal:disabled { background: @disabled; }

QScrollArea, QScrollArea > QWidget > QWidget#scrolled { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent; border: none; width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @border; }
QStatusBar { background: @surface; border-top: 1px solid @border; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QToolButton { color: @accentText; font-weight: 600; }
QStatusBar QLabel { color: @muted; padding: 2px 8px; }
QMenu { background: @surface; border: 1px solid @border; border-radius: 8px; padding: 5px; }
QMenu::item { padding: 6px 22px 6px 12px; border-radius: 5px; }
QMenu::item:selected { background: @accentSoft; color: @text; }
QMenu::separator { height: 1px; background: @border; margin: 5px 6px; }
QGroupBox { border: none; margin-top: 22px; font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0; }
)";

} // namespace

QString styleSheetOf(const Colours &colours, bool highContrast, double basePoints, bool rightToLeft)
{
    const QColor soft = mixed(colours.surface, colours.accent, highContrast ? 0.3 : colours.dark ? 0.22 : 0.12);
    const auto points
        = [basePoints](double factor) { return QStringLiteral("%1pt").arg(basePoints * factor, 0, 'f', 1); };
    // Longer names first: @accent is the beginning of @accentSoft.
    const std::pair<const char *, QString> words[] = {
        {"@accentHover", mixed(colours.accent, colours.text, 0.18).name()},
        {"@accentSoft", soft.name()},
        {"@accentText", mixed(colours.accent, colours.text, colours.dark ? 0.25 : 0.2).name()},
        {"@railEdge", highContrast ? colours.accent.name() : soft.name()},
        {"@disabledFrame", highContrast ? colours.disabled.name() : colours.border.name()},
        {"@disabled", colours.disabled.name()},
        // Digits run from left to right, but stand where the words of other fields begin.
        {"@numberSide",
            QStringLiteral("'AlignVCenter | AlignAbsolute | %1'").arg(rightToLeft ? u"AlignRight" : u"AlignLeft")},
        {"@filled", rightToLeft ? QStringLiteral("add") : QStringLiteral("sub")}, // from the least value on
        {"@direction", rightToLeft ? QStringLiteral("-rtl") : QString()},
        {"@mark", colours.onAccent.lightness() > 128 ? QStringLiteral("white") : QStringLiteral("black")},
        {"@onAccent", colours.onAccent.name()},
        {"@accent", colours.accent.name()},
        {"@surface", colours.surface.name()},
        {"@raised", colours.raised.name()},
        {"@border", colours.border.name()},
        {"@muted", colours.mutedText.name()},
        {"@window", colours.window.name()},
        {"@title", points(1.5)},
        {"@stat", points(1.25)},
        {"@small", points(0.9)},
        {"@text", colours.text.name()},
        {"@bad", colours.bad.name()},
        {"@warning", colours.warning.name()},
    };
    QString result = QString::fromLatin1(sheet);
    for (const auto &[word, value] : words)
        result.replace(QLatin1String(word), value);
    return result;
}

} // namespace motley
