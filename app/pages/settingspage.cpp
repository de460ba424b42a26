#include "app/pages/settingspage.h"

#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "remote/session/userfolders.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QVBoxLayout>

namespace motley {

SettingsPage::SettingsPage(Workspace *workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("page"));
    auto *card = makeCard();
    card->setMaximumWidth(640);
    auto *form = new QFormLayout(card);
    form->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(14);
    const auto addChoice = [form](const QString &words, QWidget *choice) {
        auto *label = makeLabel(words, "body");
        alignBeside(label, choice);
        form->addRow(label, choice);
    };
    addChoice(tr("Theme"), makeThemeChoice());
    addChoice(tr("Language"), makeLanguageChoice());
    form->addRow(makeNoticeChoice());

    auto *places = makeCard();
    places->setMaximumWidth(640);
    auto *rows = new QFormLayout(places);
    rows->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    rows->setHorizontalSpacing(24);
    rows->setVerticalSpacing(10);
    const std::pair<QString, QString> folders[]
        = {{tr("Settings are in"), settingsFolder()}, {tr("Runs and models are in"), dataFolder()}};
    for (const auto &[words, folder] : folders) {
        auto *path = makeLabel(leftToRight(folder), "muted");
        path->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        path->setWordWrap(true);
        rows->addRow(makeLabel(words, "body"), path);
    }

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, 20, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(tr("Settings"), "title"));
    layout->addWidget(card);
    layout->addWidget(places);
    layout->addStretch();
}

QWidget *SettingsPage::makeThemeChoice()
{
    auto *box = new QComboBox;
    box->setObjectName(QStringLiteral("theme"));
    box->setAccessibleName(tr("Theme"));
    box->addItem(tr("As the system"), QVariant::fromValue(Theme::Choice::System));
    box->addItem(tr("Light"), QVariant::fromValue(Theme::Choice::Light));
    box->addItem(tr("Dark"), QVariant::fromValue(Theme::Choice::Dark));
    box->addItem(tr("High contrast, light"), QVariant::fromValue(Theme::Choice::HighContrastLight));
    box->addItem(tr("High contrast, dark"), QVariant::fromValue(Theme::Choice::HighContrastDark));
    box->setCurrentIndex(static_cast<int>(m_workspace->settings().theme()));
    connect(box, &QComboBox::activated, this, [this, box] {
        const auto choice = box->currentData().value<Theme::Choice>();
        m_workspace->settings().setTheme(choice);
        Theme::current().choose(choice);
    });
    return box;
}

QWidget *SettingsPage::makeLanguageChoice()
{
    auto *box = new QComboBox;
    box->setObjectName(QStringLiteral("language"));
    box->setAccessibleName(tr("Language"));
    box->addItem(tr("As the system"), QString());
    for (const auto &language : availableLanguages())
        box->addItem(language.name, language.code);
    box->setCurrentIndex(std::max(0, box->findData(m_workspace->settings().language())));
    connect(box, &QComboBox::activated, this, [this, box] {
        m_workspace->settings().setLanguage(box->currentData().toString());
        Q_EMIT languageChosen();
    });
    return box;
}

QWidget *SettingsPage::makeNoticeChoice()
{
    auto *box = new QCheckBox(tr("Tell me on the desktop when a run ends, fails or becomes slow"));
    box->setObjectName(QStringLiteral("notices"));
    box->setToolTip(tr("Never while you look at the window."));
    box->setChecked(m_workspace->settings().showsNotices());
    connect(box, &QCheckBox::toggled, this, [this](bool on) { m_workspace->settings().setShowsNotices(on); });
    return box;
}

} // namespace motley
