#include "app/pages/plan/forecastview.h"

#include "app/models/runmachinemodel.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/widgets/wholenames.h"
#include "app/words/advicewords.h"
#include "app/words/forecastwords.h"
#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QFormLayout>
#include <QGridLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int ageMilliseconds = 30'000;

QLabel *makeWords(const QString &objectName, const char *role)
{
    auto *label = makeLabel({}, role);
    label->setObjectName(objectName);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

void showLines(QLabel *label, const QStringList &lines)
{
    setSentence(label, lines.join(QLatin1Char('\n')));
    label->setVisible(!lines.isEmpty());
}

void empty(QLayout *layout)
{
    while (auto *item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

// How fast a set of machines is beside the fastest, up to the end of a band in which it is likely to be.
class ForecastBar : public QWidget {
public:
    ForecastBar(double part, double error) : m_part(part), m_error(error)
    {
        setObjectName(QStringLiteral("forecastBar"));
        setFixedHeight(8);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (layoutDirection() == Qt::RightToLeft) {
            painter.translate(width(), 0);
            painter.scale(-1, 1);
        }
        const Colours &colours = Theme::current().colours();
        const auto paint = [&](double from, double to, const QBrush &brush) {
            painter.fillRect(QRectF(width() * from, 0, width() * (to - from), height()), brush);
        };
        const double least = m_part / (1 + m_error);
        const double most = std::min(1.0, m_part * (1 + m_error));
        paint(0, 1, colours.raised);
        paint(0, least, colours.accent);
        paint(least, most, QBrush(colours.accent, Qt::Dense4Pattern));
        paint(m_part - 1.0 / std::max(1, width()), m_part + 1.0 / std::max(1, width()), colours.text);
    }

private:
    double m_part;
    double m_error;
};

bool areKnown(const std::vector<CandidateMachine> &machines)
{
    return std::all_of(machines.begin(), machines.end(), [](const CandidateMachine &machine) {
        return std::all_of(machine.candidates.begin(), machine.candidates.end(),
            [](const Candidate &candidate) { return candidate.speed.has_value(); });
    });
}

} // namespace

ForecastView::ForecastView(Measurement *measurement, const ProfileStore *speeds, QWidget *parent)
    : QWidget(parent), m_measurement(measurement), m_speeds(speeds),
      m_words(makeWords(QStringLiteral("forecastWords"), "body")), m_table(new QWidget),
      m_rows(new QGridLayout(m_table)), m_remarks(makeWords(QStringLiteral("forecastRemarks"), "muted")),
      m_offers(new QWidget),
      m_why(makeToolButton(tr("Why, and what would change it"), QStringLiteral("help"), QStringLiteral("forecastWhy"))),
      m_advice(makeWords(QStringLiteral("forecastAdvice"), "muted")),
      m_progress(makeWords(QStringLiteral("measureProgress"), "muted")), m_machines(new QWidget),
      m_stages(new QFormLayout(m_machines)), m_problem(new MessageCard),
      m_measure(makeButton({}, QStringLiteral("refresh"), QStringLiteral("measure")))
{
    setObjectName(QStringLiteral("forecast"));
    m_table->setObjectName(QStringLiteral("forecastTable"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(10);
    m_rows->setVerticalSpacing(4);
    m_rows->setColumnStretch(0, 1);
    m_machines->setObjectName(QStringLiteral("measuredMachines"));
    m_stages->setContentsMargins(0, 0, 0, 0);
    m_stages->setSpacing(4);
    m_stages->setRowWrapPolicy(QFormLayout::WrapLongRows);
    // The offers stand above the sentences, whose number of lines changes with each forecast and would move them.
    auto *offers = new FlowLayout(8, 8);
    offers->setContentsMargins(0, 0, 0, 0);
    m_offers->setLayout(offers);
    auto *line = new QHBoxLayout;
    line->addWidget(m_measure);
    line->addWidget(m_progress, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
    layout->addLayout(line); // first, as what follows comes and goes
    layout->addWidget(m_machines);
    layout->addWidget(m_offers);
    layout->addWidget(m_words);
    layout->addWidget(m_table);
    layout->addWidget(m_remarks);
    m_why->setText(m_why->toolTip());
    m_why->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_why->setCheckable(true);
    connect(m_why, &QToolButton::toggled, this, [this](bool isOpen) { m_advice->setVisible(isOpen); });
    layout->addWidget(m_why, 0, Qt::AlignLeading);
    layout->addWidget(m_advice);
    layout->addWidget(m_problem);

    connect(m_measure, &QPushButton::clicked, this, &ForecastView::measureOrCancel);
    connect(measurement, &Measurement::progressed, this, &ForecastView::showProgress);
    connect(&m_ages, &QTimer::timeout, this, &ForecastView::showAge);
    m_ages.start(ageMilliseconds);
    connect(measurement, &Measurement::measured, this, [this](const std::vector<CandidateMachine> &machines) {
        m_speeds->store(m_measurement->request().job, machines);
        showMeasuring(false);
        Q_EMIT measured();
    });
    connect(measurement, &Measurement::failed, this, [this](const Error &error) {
        showMeasuring(false);
        m_problem->show(error);
    });
    connect(measurement, &Measurement::cancelled, this, [this] { showMeasuring(false); });
    showMeasuring(measurement->isGoing());
    showNothing();
}

void ForecastView::show(const RunRequest &request, const std::vector<CandidateMachine> &machines)
{
    m_request = request;
    m_measure->setEnabled(true);
    m_offers->setVisible(machines.size() > 1);
    m_offers->setMinimumHeight(m_measure->sizeHint().height());
    m_measured = m_speeds->oldestOf(request.job, machines);
    showAge();
    if (areKnown(machines)) {
        showForecast(request.job, machines);
        return;
    }
    clear();
    setSentence(m_words,
        tr("How long this job takes here is not known yet. Measuring takes a few seconds for each device; "
           "a machine without the engine or the data gets them first."));
}

void ForecastView::showNothing()
{
    clear();
    m_offers->hide();
    m_measured = {};
    showAge();
    setSentence(m_words, tr("Once everything is ready, its time and cost are shown here."));
    m_measure->setEnabled(m_measurement->isGoing());
}

void ForecastView::showForecast(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    clear();
    const auto model = modelRun(job, machines);
    const auto choice = model.and_then([](const RunModel &known) { return chooseMachines(known.job, known.cluster); });
    if (!choice) {
        setSentence(m_words, plainText(choice.error().message, 300));
        return;
    }
    setSentence(m_words, forecastSentences(job.task, choice->all).join(QLatin1Char('\n')));
    showRemarks(*choice, *model);
    const AdviceInput asked = adviceInput(job, *model, m_speeds->noiseScale(job));
    showLines(m_advice, adviceWords(advise(asked, choice->all), model->cluster));
    m_why->setVisible(!m_advice->text().isEmpty());
    m_advice->setVisible(m_why->isChecked() && !m_advice->text().isEmpty());
    if (machines.size() > 1)
        showSets(job.task, *choice, model->cluster);
}

void ForecastView::showRemarks(const MachineChoice &choice, const RunModel &model)
{
    using Kind = ForecastRemark::Kind;
    QStringList remarks;
    if (const auto expected = expectWithRevocations(model))
        remarks << revocationSentence(*expected) << setbackSentence(model);
    for (const ForecastRemark &remark : remarksOn(choice, model.cluster)) {
        remarks << remarkWords(remark, model.cluster);
        if (remark.kind == Kind::Slows || remark.kind == Kind::Idle)
            for (const std::size_t machine : remark.machines)
                offerToLeaveOut(QString::fromStdString(model.cluster.machines[machine].name));
    }
    showLines(m_remarks, remarks);
}

void ForecastView::offerToLeaveOut(const QString &machine)
{
    auto *button = makeButton(tr("Leave out %1").arg(isolated(plainText(machine, 32))), {}, QStringLiteral("leaveOut"));
    m_offers->layout()->addWidget(button);
    // Queued, as the slot leads to another forecast, which deletes the button.
    connect(
        button, &QPushButton::clicked, this, [this, machine] { Q_EMIT leftOut(machine); }, Qt::QueuedConnection);
}

void ForecastView::showSets(const TaskSpec &task, const MachineChoice &choice, const ClusterModel &cluster)
{
    const auto addRow = [this](int row, const QStringList &cells, const char *role) {
        auto *names = new ElidedLabel(role);
        names->setText(cells.front());
        m_rows->addWidget(names, row, 0);
        for (int i = 1; i < static_cast<int>(cells.size()); ++i)
            m_rows->addWidget(makeLabel(cells[i], role), row, i, Qt::AlignTrailing);
    };
    addRow(0, {tr("Machines"), tr("together"), tr("of their sum"), tr("whole job")}, "caption");
    double most = 0; // units a second
    for (const Forecast &set : choice.worthIt)
        most = std::max(most, set.unitsPerSecond * (1 + set.relativeError));
    int row = 1;
    for (const Forecast &set : choice.worthIt) {
        addRow(row++,
            {machineWords(set.machines, cluster), rateWords(task, set.unitsPerSecond),
                formatPercent(100 * set.efficiency), wholeJobWords(set)},
            "body");
        auto *bar = new ForecastBar(set.unitsPerSecond / most, set.relativeError);
        bar->setAccessibleName(
            tr("%1, give or take %2").arg(rateWords(task, set.unitsPerSecond), formatPercent(100 * set.relativeError)));
        bar->setToolTip(bar->accessibleName());
        m_rows->addWidget(bar, row++, 0, 1, 4);
    }
    m_table->show();
}

void ForecastView::showMeasuring(bool isGoing)
{
    m_measure->setText(isGoing ? tr("Cancel") : tr("Measure now"));
    m_measure->setIcon(themedIcon(isGoing ? QStringLiteral("stop") : QStringLiteral("refresh")));
    m_machines->setVisible(isGoing);
    while (m_stages->rowCount() > 0)
        m_stages->removeRow(0);
    m_stageOf.clear();
    showAge();
    if (!isGoing)
        return;
    m_problem->clear();
    m_progress->setText(tr("Measuring each machine"));
    for (const Machine &machine : m_measurement->request().machines)
        addStage(machine.name);
}

void ForecastView::addStage(const QString &machine)
{
    auto *name = new ElidedLabel("body");
    name->setText(plainText(machineWord(machine.toStdString()), 60));
    auto *stage = makeWords(QStringLiteral("measureStage"), "muted");
    stage->setText(tr("Waiting"));
    m_stages->addRow(name, stage);
    m_stageOf.insert(machine, stage);
}

void ForecastView::showProgress(const MachineProgress &progress)
{
    QLabel *stage = m_stageOf.value(progress.machine);
    if (!stage)
        return;
    const QString amount = m_transfers.amount(progress.machine, progress.stage, progress.done, progress.total);
    QStringList words{stageWords(progress)};
    if (!amount.isEmpty())
        words << amount;
    stage->setText(plainText(joinParts(words), 200));
}

void ForecastView::showAge()
{
    if (m_measurement->isGoing())
        return;
    m_progress->setText(
        m_measured.isValid() ? tr("Measured: %1").arg(formatAge(m_measured, QDateTime::currentDateTime())) : QString());
}

void ForecastView::measureOrCancel()
{
    if (m_measurement->isGoing()) {
        m_measurement->cancel();
        m_progress->setText(tr("Ending the measurement"));
        return;
    }
    m_measurement->start(m_request);
    showMeasuring(true);
}

void ForecastView::clear()
{
    m_remarks->hide();
    m_why->hide();
    m_advice->hide();
    m_table->hide();
    empty(m_rows);
    empty(m_offers->layout());
}

} // namespace motley
