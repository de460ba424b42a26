#include "app/pages/preparationview.h"

#include "app/models/runmachinemodel.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QProgressBar>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr int barSteps = 1000;

QString amountWords(qint64 done, qint64 total, double seconds, qint64 doneSince)
{
    if (total <= 0)
        return {};
    QString words = PreparationView::tr("%1 of %2").arg(formatBytes(done), formatBytes(total));
    if (seconds < 1 || doneSince <= 0 || done >= total)
        return words;
    const double rate = static_cast<double>(doneSince) / seconds;
    return PreparationView::tr("%1, %2/s, %3 left")
        .arg(words, formatBytes(static_cast<std::int64_t>(rate)),
            formatDuration(static_cast<double>(total - done) / rate));
}

} // namespace

PreparationView::PreparationView(QWidget *parent)
    : QFrame(parent), m_rows(new QVBoxLayout), m_waiting(makeLabel(tr("Waiting for the machines to answer."), "muted"))
{
    setObjectName(QStringLiteral("preparation"));
    setProperty("card", true);
    m_rows->setSpacing(18);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(16);
    layout->addWidget(makeLabel(tr("Preparing the machines"), "heading"));
    auto *words = makeLabel(tr("Only what a machine lacks is sent, and only once. The first step follows."), "muted");
    words->setWordWrap(true);
    layout->addWidget(words);
    layout->addWidget(m_waiting);
    layout->addLayout(m_rows);
    layout->addStretch();
}

void PreparationView::show(const OpenRun &run)
{
    if (m_shown != &run) {
        while (auto *item = m_rows->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        m_byMachine.clear();
        m_shown = &run;
    }
    m_waiting->setVisible(run.preparation().empty());
    for (const MachineProgress &progress : run.preparation()) {
        Row &row = rowOf(progress.machine);
        if (row.stageBegun != progress.stage) {
            row.stageBegun = progress.stage;
            row.doneAtBegin = progress.done;
            row.since.start();
        }
        row.stage->setText(progress.stage);
        const double seconds = static_cast<double>(row.since.elapsed()) / 1000;
        row.amount->setText(amountWords(progress.done, progress.total, seconds, progress.done - row.doneAtBegin));
        row.bar->setRange(0, progress.total > 0 ? barSteps : 0);
        if (progress.total > 0)
            row.bar->setValue(static_cast<int>(barSteps * progress.done / progress.total));
    }
}

PreparationView::Row &PreparationView::rowOf(const QString &machine)
{
    const auto known = m_byMachine.find(machine);
    if (known != m_byMachine.end())
        return *known;
    const QString name = machineWord(machine.toStdString());
    Row row{makeLabel({}, "muted"), makeLabel({}, "muted"), new QProgressBar, {}, 0, {}};
    row.bar->setTextVisible(false);
    row.bar->setAccessibleName(name);
    auto *line = new QHBoxLayout;
    line->addWidget(makeLabel(name, "heading"));
    line->addSpacing(8);
    line->addWidget(row.stage);
    line->addStretch();
    line->addWidget(row.amount);
    auto *holder = new QWidget;
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(line);
    column->addWidget(row.bar);
    m_rows->addWidget(holder);
    return *m_byMachine.insert(machine, row);
}

} // namespace motley
