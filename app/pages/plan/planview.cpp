#include "app/pages/plan/planview.h"

#include "app/models/runmachinemodel.h"
#include "app/pages/plan/memorybar.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/widgets/wholenames.h"
#include "app/words/contextwords.h"
#include "app/words/format.h"
#include "app/words/memorywords.h"
#include "app/words/planwords.h"
#include "engine/formats/decoder/fewbits.h"

#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace motley {

namespace {

class ShareBar : public QWidget {
public:
    ShareBar(double part, int colour) : m_part(part), m_colour(colour) { setFixedHeight(8); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        const Colours &colours = Theme::current().colours();
        painter.setBrush(colours.raised);
        painter.drawRoundedRect(rect(), 4, 4);
        QRect filled = rect();
        filled.setWidth(std::max(4, static_cast<int>(width() * m_part)));
        if (layoutDirection() == Qt::RightToLeft)
            filled.moveRight(rect().right());
        painter.setBrush(colours.series(m_colour));
        if (m_part > 0)
            painter.drawRoundedRect(filled, 4, 4);
    }

private:
    double m_part;
    int m_colour;
};

void add(std::vector<MemorySlice> &sum, const std::vector<MemorySlice> &slices)
{
    if (sum.empty())
        sum = slices;
    else
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i].bytes += slices[i].bytes;
}

// `room`: nullptr where it is not known.
void showMemory(const PlannedRank &rank, const RankRoom *room, QVBoxLayout *layout)
{
    const QString activations = room ? activationWords(*room) : QString();
    auto *memory = makeLabel(
        activations.isEmpty() ? memoryWords(rank) : memoryWords(rank) + QLatin1Char('\n') + activations, "muted");
    memory->setObjectName(QStringLiteral("planMemory"));
    memory->setWordWrap(true);
    auto *bar = new MemoryBar(memorySlices(*rank.memory), room ? room->bytes : 0);
    bar->setAccessibleName(memory->text());
    layout->addWidget(bar);
    layout->addWidget(memory);
}

} // namespace

PlanView::PlanView(QWidget *parent)
    : QWidget(parent), m_rows(new QVBoxLayout), m_words(makeLabel({}, "muted")), m_problem(makeLabel({}, "field-error"))
{
    setObjectName(QStringLiteral("planView"));
    m_words->setObjectName(QStringLiteral("planReasons"));
    m_problem->setObjectName(QStringLiteral("planProblem"));
    m_words->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_rows->setSpacing(10);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
    layout->addLayout(m_rows);
    layout->addWidget(m_words);
    layout->addWidget(m_problem);
}

void PlanView::clear()
{
    while (auto *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void PlanView::show(const Plan &plan, const JobSpec &job, const std::optional<ContextAdvice> &advice)
{
    const std::int64_t batch = job.batch;
    const BatchUnit unit = batchUnitOf(job.task);
    std::vector<MemorySlice> ofAll;
    clear();
    m_problem->hide();
    for (std::size_t i = 0; i < plan.ranks.size(); ++i) {
        const PlannedRank &rank = plan.ranks[i];
        const double part = batch > 0 ? static_cast<double>(rank.share) / static_cast<double>(batch) : 0;
        auto *row = new QWidget;
        auto *layout = new QVBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(4);
        auto *words = new QGridLayout;
        words->setHorizontalSpacing(8);
        words->setVerticalSpacing(0);
        auto *machine = new ElidedLabel("heading");
        auto *device = new ElidedLabel("muted");
        machine->setText(machineWord(plan.machines[static_cast<std::size_t>(rank.machine)].name));
        device->setText(deviceWords(rank));
        words->addWidget(machine, 0, 0);
        words->addWidget(device, 1, 0);
        words->addWidget(makeLabel(shareWords(rank.share, batch, unit), "body"), 0, 1, Qt::AlignTrailing);
        words->addWidget(makeLabel(formatPercent(part * 100), "muted"), 1, 1, Qt::AlignTrailing);
        words->setColumnStretch(0, 1);
        layout->addLayout(words);
        layout->addWidget(new ShareBar(part, rank.machine));
        if (rank.memory) {
            showMemory(rank, advice ? &advice->ranks[i] : nullptr, layout);
            add(ofAll, memorySlices(*rank.memory));
        }
        m_rows->addWidget(row);
    }
    if (!ofAll.empty())
        m_rows->addWidget(new MemoryLegend(ofAll));
    QStringList reasons = planReasons(plan, unit);
    if (const QString length = sampleLengthWords(job.task); !ofAll.empty() && !length.isEmpty())
        reasons << length;
    if (advice)
        reasons << contextWords(
            *advice, plan, folderLosesMoreInFourBits(std::get<LanguageModelSpec>(job.task).model.start.path));
    setSentence(m_words, reasons.join(QLatin1Char('\n')));
    m_words->setVisible(!reasons.isEmpty());
}

void PlanView::showProblem(const QString &sentence)
{
    clear();
    m_words->hide();
    setSentence(m_problem, sentence);
    m_problem->show();
}

} // namespace motley
