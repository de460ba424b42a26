#include "app/plots/runcharts.h"

#include "app/models/runmachinemodel.h"
#include "app/plots/curves.h"
#include "app/plots/machinerows.h"
#include "app/plots/plotpanel.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/realspinbox.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace motley {

namespace {

constexpr double greatestSmoothing = 0.999; // at 1 every curve would be a flat line
constexpr int sliderSteps = 300;
constexpr int leastWidth = 620; // pixels of all
constexpr int leastLoss = 280; // of the height of the loss
constexpr int leastSmall = 160;
constexpr int smallWidth = 310; // that a chart below has at least, where there are two or three in a row
constexpr int mostInARow = 3;
constexpr double lossPart = 0.6; // of the width

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
    : QWidget(parent), m_loss(new PlotPanel(tr("Loss"), QStringLiteral("loss"), this)),
      m_throughput(new PlotPanel(tr("Throughput"), QStringLiteral("throughput"), this)),
      m_tests(new PlotPanel(tr("Tests"), QStringLiteral("tests"), this)),
      m_learningRate(new PlotPanel(tr("Learning rate"), QStringLiteral("learningRate"), this)),
      m_gradientNorm(new PlotPanel(tr("Gradient norm"), QStringLiteral("gradientNorm"), this)),
      m_stepTime(new PlotPanel(tr("Step time"), QStringLiteral("stepTime"), this)), m_machines(new MachineRows(this)),
      m_split(new TimeSplitView(this)), m_plots{m_loss, m_throughput, m_tests, m_learningRate, m_gradientNorm,
                                            m_stepTime},
      m_small{m_throughput, m_split, m_tests, m_learningRate, m_gradientNorm, m_stepTime},
      m_slider(new QSlider(Qt::Horizontal)), m_number(new RealSpinBox), m_smoothing(smoothing)
{
    setObjectName(QStringLiteral("scrolled")); // the style sheet lets the page's colour show
    m_throughput->plot().setFromZero(true);
    m_loss->addTool(makeSmoothing());
    for (auto *panel : m_plots) {
        link(panel);
        panel->addLastTool(makeMaximise(panel));
        panel->setSmall(panel != m_loss);
        connect(panel, &PlotPanel::maximiseRequested, this,
            [this, panel] { maximise(m_maximised == panel ? nullptr : panel); });
    }
    m_machines->addLastTool(makeMaximise(m_machines));
    m_split->addLastTool(makeMaximise(m_split));
    describePoints();
    setMinimumWidth(leastWidth);
    fill();
}

QToolButton *RunCharts::makeMaximise(QWidget *panel)
{
    auto *button = makeToolButton(
        tr("Maximise (M)"), QStringLiteral("maximise"), panel->objectName() + QStringLiteral("Maximise"));
    connect(button, &QToolButton::clicked, this, [this, panel] { maximise(m_maximised == panel ? nullptr : panel); });
    m_maximise.insert(panel, button);
    return button;
}

void RunCharts::maximise(QWidget *panel)
{
    if (m_maximised == panel)
        return;
    m_maximised = panel;
    for (auto button = m_maximise.begin(); button != m_maximise.end(); ++button) {
        const bool isThis = button.key() == panel;
        button.key()->setVisible(!panel || isThis);
        const QString words = isThis ? tr("Show all charts (Esc)") : tr("Maximise (M)");
        button.value()->setToolTip(words);
        button.value()->setAccessibleName(words);
        button.value()->setIcon(themedIcon(isThis ? QStringLiteral("restore") : QStringLiteral("maximise")));
    }
    for (auto *plot : m_plots)
        plot->setSmall(plot != m_loss && plot != panel);
    describePoints();
    arrange();
    Q_EMIT maximisedChanged();
}

// A small chart has no room for words beside its crosshair: they stand at that of the loss.
void RunCharts::describePoints()
{
    for (auto *panel : m_plots) {
        if (panel != m_loss && panel != m_maximised)
            panel->plot().setDescription({});
        else if (panel == m_throughput)
            panel->plot().setDescription([this](double x) {
                const QString point = pointWords(x);
                return point.isEmpty() ? point : tr("%1 · mean of 50 steps").arg(point);
            });
        else
            panel->plot().setDescription([this](double x) { return pointWords(x); });
    }
}

int RunCharts::leastHeight(int rows) const
{
    int small = leastSmall;
    for (const auto *panel : m_small)
        small = std::max(small, panel->minimumSizeHint().height());
    return leastLoss + rows * (gap + small);
}

void RunCharts::arrange()
{
    const auto place = [this](QWidget *panel, int x, int y, int width, int height) {
        panel->setGeometry(QStyle::visualRect(layoutDirection(), rect(), QRect(x, y, width, height)));
    };
    if (m_maximised) {
        setMinimumHeight(m_maximised->minimumSizeHint().height());
        return place(m_maximised, 0, 0, width(), height());
    }
    const int count = static_cast<int>(m_small.size());
    const int columns = std::clamp((width() + gap) / (smallWidth + gap), 1, mostInARow);
    const int rows = (count + columns - 1) / columns;
    const int least = leastHeight(rows);
    setMinimumHeight(least);
    const int spare = std::max(0, height() - least);
    const int lossHeight = leastLoss + spare / (rows + 1);
    const int lossWidth = static_cast<int>((width() - gap) * lossPart);
    place(m_loss, 0, 0, lossWidth, lossHeight);
    place(m_machines, lossWidth + gap, 0, width() - lossWidth - gap, lossHeight);
    for (int i = 0; i < count; ++i) { // with all remainders of the divisions, so that the edges meet those of the page
        const int column = i % columns;
        const int row = i / columns;
        const auto left = [&](int at) { return at * (width() + gap) / columns; };
        const auto top = [&](int at) { return lossHeight + gap + at * (height() - lossHeight) / rows; };
        place(m_small[static_cast<std::size_t>(i)], left(column), top(row), left(column + 1) - gap - left(column),
            top(row + 1) - gap - top(row));
    }
}

void RunCharts::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool RunCharts::event(QEvent *event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) // a chart needs more height
        arrange();
    return done;
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
    holder->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
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
        for (auto *other : m_plots)
            if (other != panel)
                other->setCrosshair(x);
    });
    connect(panel, &PlotPanel::viewChosen, this, [this, panel](const PlotView &view) {
        for (auto *other : m_plots)
            if (other != panel)
                other->setView(view);
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
    maximise(nullptr);
    for (auto *panel : m_plots) {
        panel->setCrosshair(std::nullopt);
        panel->setView({}); // what was zoomed into is of another run
    }
    m_split->setSeries(run ? &run->series() : nullptr);
    m_machines->setSeries(run ? &run->series() : nullptr);
    smoothAgain();
    fill();
    if (!run)
        return;
    connect(run, &OpenRun::seriesChanged, this, &RunCharts::seriesChanged);
    connect(run, &OpenRun::planChanged, this, &RunCharts::fillThroughput);
    connect(&run->series(), &MetricSeries::metricsChanged, this, &RunCharts::fillTests);
    seriesChanged();
}

void RunCharts::setEmptySentence(const QString &sentence)
{
    for (auto *panel : m_plots)
        panel->setEmptySentence(sentence);
    m_split->setEmptySentence(sentence);
    m_machines->setEmptySentence(sentence);
    if (m_run && !m_run->isReading())
        m_tests->setEmptySentence(m_run->hasEnded() ? tr("This run ended before its first test.")
                                                    : tr("The first test follows at the end of an epoch."));
}

void RunCharts::smoothAgain()
{
    m_smoothedLoss = m_run ? smoothed(m_run->series().loss(), m_smoothing) : std::vector<double>();
}

void RunCharts::fill()
{
    const MetricSeries &series = m_run ? m_run->series() : m_noSeries;
    fillLoss(series);
    fillThroughput();
    fillTests();
    const auto line = [&](PlotPanel *panel, const QString &name, const std::vector<double> &y, const QString &yName) {
        panel->setCurves(
            {{name, PlotCurve::neutral, PlotCurve::LineStyle::Line, &series.steps(), &y, true}}, tr("Step"), yName);
    };
    line(m_learningRate, tr("Learning rate"), series.learningRate(), tr("Learning rate"));
    line(m_gradientNorm, tr("Gradient norm"), series.gradientNorm(), tr("Gradient norm"));
    line(m_stepTime, tr("Step time"), series.stepSeconds(), tr("Seconds"));
}

void RunCharts::fillLoss(const MetricSeries &series)
{
    m_loss->setCurves(
        {{tr("each step"), 0, PlotCurve::LineStyle::Faint, &series.steps(), &series.loss(), true},
            {tr("smoothed"), 0, PlotCurve::LineStyle::Line, &series.steps(), &m_smoothedLoss, true},
            {tr("test"), 1, PlotCurve::LineStyle::Markers, &series.evaluationSteps(), &series.evaluationLoss(), true}},
        tr("Step"), tr("Mean loss in nats"));
}

// What a machine did, which happened, is bold; what it could do, an estimate, is thin.
void RunCharts::fillThroughput()
{
    if (!m_run)
        return m_throughput->setCurves({}, tr("Step"), {});
    const MetricSeries &series = m_run->series();
    std::vector<PlotCurve> curves{{tr("total"), PlotCurve::neutral, PlotCurve::LineStyle::Line, &series.steps(),
        &series.samplesPerSecond(), true}};
    int colour = 0;
    for (const MachineSeries &machine : series.machines()) {
        const QString name = machineWord(machine.name);
        curves.push_back({tr("%1 could do").arg(name), colour, PlotCurve::LineStyle::Thin, &series.steps(),
            &machine.ownSamplesPerSecond, true, true, true});
        curves.push_back({tr("%1 did").arg(name), colour++, PlotCurve::LineStyle::Bold, &series.steps(),
            &machine.samplesPerSecond, true, true, true});
    }
    m_throughput->setCurves(
        std::move(curves), tr("Step"), series.unit() == BatchUnit::Tokens ? tr("Tokens/s") : tr("Samples/s"));
}

// Shows all metrics that have the unit of the first one.
void RunCharts::fillTests()
{
    if (!m_run)
        return m_tests->setCurves({}, tr("Step"), {});
    const MetricSeries &series = m_run->series();
    std::vector<PlotCurve> curves;
    int colour = 2;
    for (const MetricColumn &metric : series.metrics()) {
        if (metric.latest.unit == series.metrics().front().latest.unit)
            curves.push_back({metricName(metric.latest.name), colour++, PlotCurve::LineStyle::Markers,
                &series.evaluationSteps(), &metric.shown, true});
    }
    const bool percent = !curves.empty() && series.metrics().front().latest.unit == Metric::Unit::Fraction;
    m_tests->setCurves(std::move(curves), tr("Step"), percent ? tr("Percent") : tr("On the test set"));
}

void RunCharts::seriesChanged()
{
    smoothAgain();
    const auto &steps = m_run->series().steps();
    for (auto *panel : m_plots) {
        panel->plot().setExtent(steps.empty() ? std::nullopt : std::optional(std::pair(steps.front(), steps.back())));
        panel->columnsChanged();
    }
    m_split->valuesChanged();
    m_machines->valuesChanged();
}

} // namespace motley
