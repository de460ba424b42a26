#include "app/plots/runcharts.h"

#include "app/models/runmachinemodel.h"
#include "app/plots/curves.h"
#include "app/plots/plotpanel.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/realspinbox.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace motley {

namespace {

constexpr double greatestSmoothing = 0.999; // at 1 every curve would be a flat line
constexpr int sliderSteps = 300;

// The slider is logarithmic: equal distances multiply the number of averaged steps by equal factors.
double weightAt(int position)
{
    return 1 - std::pow(10.0, -3.0 * position / sliderSteps);
}

int positionOf(double weight)
{
    return static_cast<int>(std::lround(-std::log10(1 - std::min(weight, greatestSmoothing)) * sliderSteps / 3));
}

} // namespace

RunCharts::RunCharts(double smoothing, QWidget *parent)
    : QWidget(parent), m_loss(new PlotPanel(tr("Loss"), QStringLiteral("loss"))),
      m_throughput(new PlotPanel(tr("Throughput"), QStringLiteral("throughput"))),
      m_more(new PlotPanel({}, QStringLiteral("more"))), m_split(new TimeSplitView), m_moreChoice(new QComboBox),
      m_slider(new QSlider(Qt::Horizontal)), m_number(new RealSpinBox), m_smoothing(smoothing)
{
    m_moreChoice->setObjectName(QStringLiteral("moreChoice"));
    m_moreChoice->setAccessibleName(tr("What the third chart shows"));
    m_moreChoice->addItem(tr("Tests"), static_cast<int>(More::Tests));
    m_moreChoice->addItem(tr("Learning rate"), static_cast<int>(More::LearningRate));
    m_moreChoice->addItem(tr("Gradient norm"), static_cast<int>(More::GradientNorm));
    m_moreChoice->addItem(tr("Step time"), static_cast<int>(More::StepTime));
    m_more->setHeadingWidget(m_moreChoice);
    m_throughput->plot().setFromZero(true);
    m_loss->addTool(makeSmoothing());

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(gap);
    grid->addWidget(m_loss, 0, 0);
    grid->addWidget(m_throughput, 0, 1);
    grid->addWidget(m_more, 1, 0);
    grid->addWidget(m_split, 1, 1);
    for (int i = 0; i < 2; ++i)
        grid->setColumnStretch(i, 1);
    grid->setRowStretch(0, 4);
    grid->setRowStretch(1, 3);

    for (auto *panel : {m_loss, m_throughput, m_more}) {
        link(panel);
        panel->plot().setDescription([this](double x) { return pointWords(x); });
    }
    m_throughput->plot().setDescription([this](double x) {
        const QString point = pointWords(x);
        return point.isEmpty() ? point : tr("%1 · mean of 50 steps").arg(point);
    });
    connect(m_moreChoice, &QComboBox::currentIndexChanged, this, &RunCharts::fillMore);
}

QWidget *RunCharts::makeSmoothing()
{
    m_slider->setObjectName(QStringLiteral("smoothing"));
    m_slider->setRange(0, sliderSteps);
    m_slider->setValue(positionOf(m_smoothing));
    m_slider->setMinimumWidth(30);
    m_slider->setMaximumWidth(90);
    m_slider->setAccessibleName(tr("Smoothing"));
    m_slider->setToolTip(tr("Smoothing: how much of the past each value keeps"));
    m_number->setObjectName(QStringLiteral("smoothingNumber"));
    m_number->setRange(0, greatestSmoothing);
    m_number->setDecimals(3);
    m_number->setSingleStep(0.01);
    m_number->setStepType(QAbstractSpinBox::DefaultStepType);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_number->setFixedWidth(62);
    m_number->setValue(m_smoothing);
    m_number->setAccessibleName(tr("Smoothing"));
    auto *holder = new QWidget;
    auto *layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(6);
    layout->addWidget(m_slider);
    layout->addWidget(m_number);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) { setSmoothing(weightAt(position)); });
    connect(m_number, &QDoubleSpinBox::valueChanged, this, &RunCharts::setSmoothing);
    return holder;
}

void RunCharts::link(PlotPanel *panel)
{
    connect(panel, &PlotPanel::crosshairMoved, this, [this, panel](std::optional<double> x) {
        for (auto *other : {m_loss, m_throughput, m_more})
            if (other != panel)
                other->setCrosshair(x);
    });
}

// The step and when it ended, as seconds of the run.
QString RunCharts::pointWords(double x) const
{
    const auto step = m_run ? nearestPoint(m_run->series().steps(), x, 0.5) : std::nullopt;
    if (!step)
        return {};
    const MetricSeries &series = m_run->series();
    return tr("step %1 · %2")
        .arg(formatCount(std::llround(series.steps()[*step])),
            formatDuration(series.stepTimes()[*step] - series.startTime()));
}

void RunCharts::setSmoothing(double weight)
{
    m_smoothing = std::clamp(weight, 0.0, greatestSmoothing);
    const QSignalBlocker noSlider(m_slider);
    const QSignalBlocker noNumber(m_number);
    m_slider->setValue(positionOf(m_smoothing));
    m_number->setValue(m_smoothing);
    smoothAgain();
    m_loss->columnsChanged();
    Q_EMIT smoothingChanged(m_smoothing);
}

void RunCharts::setRun(const OpenRun *run)
{
    if (m_run)
        m_run->disconnect(this);
    m_run = run;
    for (auto *panel : {m_loss, m_throughput, m_more}) {
        panel->setCrosshair(std::nullopt);
        panel->plot().showAll(); // what was zoomed into is of another run
    }
    m_split->setSeries(run ? &run->series() : nullptr);
    smoothAgain();
    fillLoss();
    fillThroughput();
    fillMore();
    if (!run)
        return;
    connect(run, &OpenRun::seriesChanged, this, &RunCharts::seriesChanged);
    connect(run, &OpenRun::planChanged, this, &RunCharts::fillThroughput);
    connect(&run->series(), &MetricSeries::metricsChanged, this, &RunCharts::fillMore);
    seriesChanged();
}

void RunCharts::setEmptySentence(const QString &sentence)
{
    m_loss->setEmptySentence(sentence);
    m_throughput->setEmptySentence(sentence);
    m_split->setEmptySentence(sentence);
    const bool tests = m_moreChoice->currentData().toInt() == static_cast<int>(More::Tests);
    const bool hasEnded = m_run && m_run->hasEnded();
    m_more->setEmptySentence(!tests || (m_run && m_run->isReading()) ? sentence
            : hasEnded                                               ? tr("This run ended before its first test.")
                       : tr("The first test follows at the end of an epoch."));
}

void RunCharts::smoothAgain()
{
    m_smoothedLoss = m_run ? smoothed(m_run->series().loss(), m_smoothing) : std::vector<double>();
}

void RunCharts::fillLoss()
{
    if (!m_run)
        return m_loss->setCurves({}, tr("Step"), tr("Loss"));
    const MetricSeries &series = m_run->series();
    m_loss->setCurves(
        {{tr("each step"), 0, PlotCurve::LineStyle::Faint, &series.steps(), &series.loss(), true},
            {tr("smoothed"), 0, PlotCurve::LineStyle::Line, &series.steps(), &m_smoothedLoss, true},
            {tr("test"), 1, PlotCurve::LineStyle::Markers, &series.evaluationSteps(), &series.evaluationLoss(), true}},
        tr("Step"), tr("Mean loss in nats"));
}

void RunCharts::fillThroughput()
{
    if (!m_run)
        return m_throughput->setCurves({}, tr("Step"), {});
    const MetricSeries &series = m_run->series();
    std::vector<PlotCurve> curves{
        {tr("total"), 7, PlotCurve::LineStyle::Line, &series.steps(), &series.samplesPerSecond(), true}};
    int colour = 0;
    for (const MachineSeries &machine : series.machines()) {
        const QString name = machineWord(machine.name);
        curves.push_back({tr("%1 could do").arg(name), colour, PlotCurve::LineStyle::Line, &series.steps(),
            &machine.ownSamplesPerSecond, true, true});
        curves.push_back({tr("%1 did").arg(name), colour++, PlotCurve::LineStyle::Faint, &series.steps(),
            &machine.samplesPerSecond, true, true});
    }
    m_throughput->setCurves(
        std::move(curves), tr("Step"), series.unit() == BatchUnit::Tokens ? tr("Tokens/s") : tr("Samples/s"));
}

void RunCharts::fillMore()
{
    if (!m_run)
        return m_more->setCurves({}, tr("Step"), {});
    const MetricSeries &series = m_run->series();
    const QString words = m_moreChoice->currentText();
    const auto line = [&](const std::vector<double> &y) {
        return std::vector<PlotCurve>{{words, 2, PlotCurve::LineStyle::Line, &series.steps(), &y, true}};
    };
    switch (static_cast<More>(m_moreChoice->currentData().toInt())) {
    case More::Tests:
        return fillTests(series);
    case More::LearningRate:
        return m_more->setCurves(line(series.learningRate()), tr("Step"), words);
    case More::GradientNorm:
        return m_more->setCurves(line(series.gradientNorm()), tr("Step"), words);
    case More::StepTime:
        return m_more->setCurves(line(series.stepSeconds()), tr("Step"), tr("Seconds"));
    }
}

// Shows all metrics that have the unit of the first one.
void RunCharts::fillTests(const MetricSeries &series)
{
    std::vector<PlotCurve> curves;
    int colour = 2;
    for (const MetricColumn &metric : series.metrics()) {
        if (metric.latest.unit == series.metrics().front().latest.unit)
            curves.push_back({metricName(metric.latest.name), colour++, PlotCurve::LineStyle::Markers,
                &series.evaluationSteps(), &metric.shown, true});
    }
    const bool percent = !curves.empty() && series.metrics().front().latest.unit == Metric::Unit::Fraction;
    m_more->setCurves(std::move(curves), tr("Step"), percent ? tr("Percent") : tr("On the test set"));
}

void RunCharts::seriesChanged()
{
    smoothAgain();
    for (auto *panel : {m_loss, m_throughput, m_more})
        panel->columnsChanged();
    m_split->valuesChanged();
}

} // namespace motley
