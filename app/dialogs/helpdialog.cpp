#include "app/dialogs/helpdialog.h"

#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QVBoxLayout>

namespace motley {

HelpDialog::HelpDialog(QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("helpDialog"));
    setWindowTitle(tr("Help"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(gap);
    layout->addWidget(makeLabel(tr("From machines to a model"), "title"));

    const QString steps[] = {
        tr("1. Machines: add what you can reach over SSH, and tick the devices that shall train."),
        tr("2. New run: choose a job; the plan shows how the work is shared. Press Start."),
        tr("3. Run: watch loss and throughput. You may close the window; the machines go on, and the next start shows "
           "the whole curve."),
    };
    for (const QString &step : steps) {
        auto *label = makeLabel(step, "body");
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    layout->addWidget(makeLine());

    const std::pair<QString, QString> keys[] = {
        {QStringLiteral("Ctrl+1 … Ctrl+4"), tr("Machines, New run, Runs, the open run")},
        {QStringLiteral("Ctrl+,"), tr("Settings")},
        {QStringLiteral("Ctrl+K"), tr("Search what can be done, and do it")},
        {QStringLiteral("F5"), tr("Ask all machines again")},
        {QStringLiteral("Enter, F2, F4, Del"), tr("In the list of runs: open, rename, note and tags, remove")},
        {QStringLiteral("Shift+↓, Ctrl+Enter"), tr("In the list of runs: select several, compare them")},
        {tr("Drag"), tr("In a chart: zoom in; with Shift to a box")},
        {tr("Ctrl + wheel, + −"), tr("In a chart: zoom")},
        {tr("Middle button, Space + drag, Ctrl+← →"), tr("In a chart: move what is seen")},
        {QStringLiteral("← →"), tr("In a chart: move the crosshair")},
        {QStringLiteral("0"), tr("In a chart: show everything")},
        {QStringLiteral("F"), tr("In a chart: follow the newest step")},
        {QStringLiteral("L"), tr("In a chart: logarithmic axis")},
        {QStringLiteral("O"), tr("In a chart: show values that lie far outside")},
        {QStringLiteral("X"), tr("In a chart: what the horizontal axis counts")},
        {QStringLiteral("T"), tr("In a chart: show the numbers as a table")},
        {QStringLiteral("E"), tr("In a chart: export")},
        {QStringLiteral("M"), tr("In a chart: maximise it")},
        {tr("Double click, Alt + click, S"), tr("In a legend: show this curve alone, then all again")},
        {QStringLiteral("Esc"), tr("Close the details of a message, show all charts again")},
    };
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    int row = 0;
    for (const auto &[key, words] : keys) {
        grid->addWidget(makeLabel(leftToRight(key), "heading"), row, 0);
        grid->addWidget(makeLabel(words, "body"), row++, 1);
    }
    grid->setColumnStretch(1, 1);
    layout->addLayout(grid);
    auto *buttons = new QDialogButtonBox;
    auto *close = makePrimaryButton(tr("Close"), {}, QStringLiteral("closeHelp"));
    buttons->addButton(close, QDialogButtonBox::AcceptRole);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    layout->addWidget(buttons);
    setMinimumWidth(520);
}

} // namespace motley
