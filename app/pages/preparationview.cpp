#include "app/pages/preparationview.h"

#include "app/models/runmachinemodel.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int barSteps = 1000;

} // namespace

PreparationView::PreparationView(QWidget *parent)
    : QFrame(parent), m_rows(new QVBoxLayout), m_elapsed(makeLabel({}, "muted"))
{
    setObjectName(QStringLiteral("preparation"));
    setProperty("card", true);
    m_elapsed->setObjectName(QStringLiteral("preparationElapsed"));
    m_rows->setSpacing(18);
    auto *head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Preparing the machines"), "heading"));
    head->addStretch();
    head->addWidget(m_elapsed);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(16);
    layout->addLayout(head);
    auto *words = makeLabel(tr("Only what a machine lacks is sent, and only once. The first step follows."), "muted");
    words->setWordWrap(true);
    layout->addWidget(words);
    layout->addLayout(m_rows);
    layout->addStretch();
    connect(&m_clock, &QTimer::timeout, this, [this] { showElapsed(QDateTime::currentDateTime()); });
}

void PreparationView::show(const OpenRun &run)
{
    if (m_shown != run.id())
        begin(run);
    if (run.isOver()) {
        m_clock.stop();
        showElapsed(run.record().finished);
    }
    for (const MachineProgress &progress : run.preparation())
        if (const auto row = m_byMachine.find(progress.machine); row != m_byMachine.end())
            showProgress(*row, progress, run.isOver());
}

// One row for each machine, in the order of the run's machines, before the first of them has answered.
void PreparationView::begin(const OpenRun &run)
{
    m_shown = run.id();
    m_begun = run.record().started;
    m_byMachine.clear();
    m_transfers = {};
    while (auto *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Machine &machine : run.record().machines)
        m_byMachine.insert(machine.name, addRow(machine.name));
    m_elapsed->setMinimumWidth(0);
    showElapsed(QDateTime::currentDateTime());
    m_clock.start(1000);
}

void PreparationView::showElapsed(const QDateTime &now)
{
    m_elapsed->setText(formatDuration(static_cast<double>(std::max<qint64>(0, m_begun.msecsTo(now))) / 1000));
    keepWidest(m_elapsed);
}

void PreparationView::showProgress(Row &row, const MachineProgress &progress, bool isOver)
{
    row.stage->setText(stageWords(progress));
    row.amount->setText(m_transfers.amount(progress.machine, progress.stage, progress.done, progress.total));
    keepWidest(row.amount);
    const bool isBusy = progress.total == 0 && !isOver;
    row.bar->setRange(0, isBusy ? 0 : barSteps);
    if (!isBusy)
        row.bar->setValue(progress.total > 0
                ? static_cast<int>(barSteps * std::min(progress.done, progress.total) / progress.total)
                : 0);
}

PreparationView::Row PreparationView::addRow(const QString &machine)
{
    const QString name = machineWord(machine.toStdString());
    Row row{makeLabel(tr("Waiting"), "muted"), makeLabel({}, "muted"), new QProgressBar};
    row.stage->setObjectName(QStringLiteral("preparationStage"));
    row.amount->setObjectName(QStringLiteral("preparationAmount"));
    row.amount->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter); // it keeps the width of its longest text
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
    return row;
}

} // namespace motley
