#include "app/plots/charts/runcharts.h"

#include "app/models/runmachinemodel.h"
#include "app/plots/charts/chartplaces.h"
#include "app/plots/controls/axismenu.h"
#include "app/plots/controls/smoothingfield.h"
#include "app/plots/curves/curves.h"
#include "app/plots/machinerows.h"
#include "app/plots/plotpanel.h"
#include "app/plots/timelineview.h"
#include "app/plots/timesplitview.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int leastWidth = 620; // pixels of all

QString meanWords()
{
    return RunCharts::tr("mean of %1 steps").arg(formatCount(50));
}

} // namespace

RunCharts::RunCharts(double smoothingPercent, QWidget *parent)
    : QWidget(parent), m_loss(new PlotPanel(tr("Loss"), QStringLiteral("loss"), this)),
      m_throughput(new PlotPanel(tr("Throughput"), QStringLiteral("throughput"), this)),
      m_tests(new PlotPanel(tr("Tests"), QStringLiteral("tests"), this)),
      m_learningRate(new PlotPanel(tr("Learning rate"), QStringLiteral("learningRate"), this)),
      m_gradientNorm(new PlotPanel(tr("Gradient norm"), QStringLiteral("gradientNorm"), this)),
      m_stepTime(new PlotPanel(tr("Step time"), QStringLiteral("stepTime"), this)), m_machines(new MachineRows(this)),
      m_split(new TimeSplitView(this)), m_timeline(new TimelineView(this)), m_axisMenu(new AxisMenu(this)),
      m_choose(makeButton(tr("Choose charts…"), QStringLiteral("chart"), QStringLiteral("chooseCharts"))),
      m_smoothing(new SmoothingField(smoothingPercent))
{
    setObjectName(QStringLiteral("scrolled")); // the style sheet lets the page's colour show
    m_choose->setParent(this);
    m_throughput->plot().setFromZero(true);
    m_throughput->setValueNote(meanWords());
    m_loss->addTool(m_smoothing);
    connect(m_smoothing, &SmoothingField::changed, this, &RunCharts::smoothLoss);
    connect(m_smoothing, &SmoothingField::changed, this, &RunCharts::smoothingChanged);
    for (auto *panel : {m_loss, m_throughput, m_tests, m_learningRate, m_gradientNorm, m_stepTime})
        adopt(panel);
    m_axisMenu->mark(m_x.axis(), false);
    connect(m_axisMenu, &AxisMenu::logarithmicChosen, this, &RunCharts::setLogarithmicX);
    connect(m_axisMenu, &AxisMenu::axisChosen, this, [this](XAxis axis) {
        setXAxis(axis);
        Q_EMIT xAxisChosen(axis);
    });
    m_machines->addLastTool(makeMaximise(m_machines));
    m_split->addLastTool(makeMaximise(m_split));
    m_timeline->addLastTool(makeMaximise(m_timeline));
    connect(m_timeline, &TimelineView::maximiseRequested, this,
        [this] { maximise(m_maximised == m_timeline ? nullptr : m_timeline); });
    connect(m_timeline, &TimelineView::crosshairMoved, this, [this](std::optional<double> step) {
        for (auto *panel : m_plots)
            panel->setCrosshair(besideNearest(series().steps(), step, m_x.ofSteps()));
    });
    connect(m_choose, &QPushButton::clicked, this, &RunCharts::chooseCharts);
    describePoints();
    setMinimumWidth(leastWidth);
    setChartLayout(usualLayout());
    fill();
}

void RunCharts::adopt(PlotPanel *panel)
{
    m_plots.push_back(panel);
    addAxisMenu(panel);
    link(panel);
    panel->addLastTool(makeMaximise(panel));
    panel->setSmall(panel != m_loss);
    connect(panel, &PlotPanel::maximiseRequested, this,
        [this, panel] { maximise(m_maximised == panel ? nullptr : panel); });
}

// X opens it in whichever chart has the focus.
void RunCharts::addAxisMenu(PlotPanel *panel)
{
    auto *button = makeToolButton(
        tr("Horizontal axis (X)"), QStringLiteral("x-axis"), panel->objectName() + QStringLiteral("XAxis"));
    button->setMenu(m_axisMenu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::NoFocus);
    panel->addTool(button);
    connect(panel, &PlotPanel::axisMenuRequested, m_axisMenu,
        [this, panel] { m_axisMenu->popup(panel->plot().mapToGlobal(panel->plot().rect().bottomLeft())); });
}

void RunCharts::setXAxis(XAxis axis)
{
    m_x.choose(axis);
    m_axisMenu->mark(axis, m_loss->plot().isLogarithmicX());
    for (auto *panel : m_plots) {
        panel->setCrosshair(std::nullopt);
        panel->setView({});
    }
    fill();
    if (m_run)
        showValues();
}

void RunCharts::setLogarithmicX(bool logarithmic)
{
    m_axisMenu->mark(m_x.axis(), logarithmic);
    for (auto *panel : m_plots)
        panel->plot().setLogarithmicX(logarithmic);
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
        button.key()->setVisible(panel ? isThis : isOnThePage(button.key()));
        const QString words = isThis ? tr("Show all charts (Esc)") : tr("Maximise (M)");
        button.value()->setToolTip(words);
        button.value()->setAccessibleName(words);
        button.value()->setIcon(themedIcon(isThis ? QStringLiteral("restore") : QStringLiteral("maximise")));
    }
    m_choose->setVisible(!panel);
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
                return point.isEmpty() ? point : joinParts({point, meanWords()});
            });
        else
            panel->plot().setDescription([this](double x) { return pointWords(x); });
    }
}

void RunCharts::arrange()
{
    const auto place = [this](QWidget *panel, const QRect &left) {
        panel->setGeometry(QStyle::visualRect(layoutDirection(), rect(), left));
    };
    if (m_maximised) {
        setMinimumHeight(m_maximised->minimumSizeHint().height());
        return place(m_maximised, rect());
    }
    ChartSizes sizes{width(), height(), m_timeline->minimumSizeHint().height(), 0, static_cast<int>(m_small.size()),
        m_choose->sizeHint().height()};
    for (const auto *panel : m_small)
        sizes.smallHeight = std::max(sizes.smallHeight, panel->minimumSizeHint().height());
    const ChartPlaces places = placeCharts(sizes);
    setMinimumHeight(places.leastHeight);
    place(m_loss, places.loss);
    place(m_machines, places.machines);
    place(m_timeline, places.timeline);
    place(m_choose, QRect(places.line.topLeft(), m_choose->sizeHint()));
    for (std::size_t i = 0; i < m_small.size(); ++i)
        place(m_small[i], places.small[i]);
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

void RunCharts::link(PlotPanel *panel)
{
    connect(panel, &PlotPanel::crosshairMoved, this, [this, panel](std::optional<double> x) {
        for (auto *other : m_plots)
            if (other != panel)
                other->setCrosshair(x);
        m_timeline->setCrosshair(besideNearest(m_x.ofSteps(), x, series().steps()));
    });
    connect(panel, &PlotPanel::viewChosen, this, [this, panel](const PlotView &view) {
        for (auto *other : m_plots)
            if (other != panel)
                other->setView(view);
        smoothLoss();
    });
}

// The step and when it ended, as seconds of the run.
QString RunCharts::pointWords(double x) const
{
    const auto step = nearestPoint(m_x.ofSteps(), x, std::numeric_limits<double>::infinity());
    if (!step || !m_run)
        return {};
    const MetricSeries &series = m_run->series();
    const QString number = formatCount(std::llround(series.steps()[*step]));
    if (*step < series.pastSteps())
        return tr("step %1, of the run before").arg(number);
    return tr("step %1 · %2").arg(number, formatDuration(series.stepTimes()[*step] - series.startTime()));
}

double RunCharts::timeAt(double x) const
{
    const auto step = nearestPoint(m_x.ofSteps(), x, 0);
    const auto &times = series().stepTimes();
    return step && *step < times.size() ? times[*step] : std::nan("");
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
        panel->plot().setAllY(false);
    }
    m_split->setSeries(run ? &run->series() : nullptr);
    m_machines->setSeries(run ? &run->series() : nullptr);
    m_timeline->setRun(run);
    fill();
    if (!run)
        return;
    connect(run, &OpenRun::seriesChanged, this, &RunCharts::seriesChanged);
    connect(run, &OpenRun::planChanged, this, &RunCharts::fillThroughput);
    connect(&run->series(), &MetricSeries::metricsChanged, this, &RunCharts::fillTests);
    showValues();
}

void RunCharts::setEmptySentence(const QString &sentence)
{
    m_emptySentence = sentence;
    for (auto *panel : m_plots)
        panel->setEmptySentence(sentence);
    m_split->setEmptySentence(sentence);
    m_machines->setEmptySentence(sentence);
    m_timeline->setEmptySentence(sentence);
    if (m_run && !m_run->isReading())
        m_tests->setEmptySentence(m_run->hasEnded() ? tr("This run ended before its first test.")
                                                    : tr("The first test follows at the end of an epoch."));
}

double RunCharts::smoothingWeight() const
{
    const auto &x = m_x.ofSteps();
    std::size_t visible = x.size();
    if (m_loss->plot().view().x) {
        const auto [from, to] = m_loss->plot().shownX();
        const auto last = std::upper_bound(x.begin(), x.end(), to);
        visible = static_cast<std::size_t>(last - std::lower_bound(x.begin(), last, from));
    }
    return motley::smoothingWeight(m_smoothing->percent(), visible);
}

void RunCharts::smoothAgain()
{
    smooth(series().loss(), smoothingWeight(), m_smoothedLoss);
}

void RunCharts::smoothLoss()
{
    smoothAgain();
    m_loss->columnsChanged();
}

void RunCharts::fill()
{
    const MetricSeries &series = this->series();
    m_x.refresh(series);
    smoothAgain();
    for (auto *panel : m_plots)
        showRun(panel);
    for (auto &[reading, chart] : m_telemetry)
        if (isOnThePage(chart.panel()))
            chart.fill(series, m_x);
    fillLoss(series);
    fillThroughput();
    fillTests();
    const auto line = [&](PlotPanel *panel, const QString &name, const std::vector<double> &y, const QString &yName) {
        panel->setCurves({{name, PlotCurve::neutral, PlotCurve::LineStyle::Line, &m_x.ofSteps(), &y, true}},
            nameOf(m_x.axis()), yName);
    };
    line(m_learningRate, tr("Learning rate"), series.learningRate(), tr("Learning rate"));
    line(m_gradientNorm, tr("Gradient norm"), series.gradientNorm(), tr("Gradient norm"));
    line(m_stepTime, tr("Step time"), series.stepSeconds(), tr("Seconds"));
}

// Whose chart it is.
void RunCharts::showRun(PlotPanel *panel)
{
    panel->setXValues(valuesOf(m_x.axis()));
    panel->setOrigin({m_run ? m_run->name() : QString(), {}, m_run ? m_run->record().started : QDateTime(),
        wordOf(m_x.axis()), [this](double x) { return timeAt(x); }});
}

void RunCharts::fillLoss(const MetricSeries &series)
{
    m_loss->setCurves(
        {{tr("each step"), 0, PlotCurve::LineStyle::Faint, &m_x.ofSteps(), &series.loss(), true},
            {tr("smoothed"), 0, PlotCurve::LineStyle::Line, &m_x.ofSteps(), &m_smoothedLoss, true, false, false, true},
            {tr("test"), 1, PlotCurve::LineStyle::Markers, &m_x.ofTests(), &series.evaluationLoss(), true}},
        nameOf(m_x.axis()), tr("Mean loss in nats"));
}

// What a machine did, which happened, is bold; what it could do, an estimate, is thin.
void RunCharts::fillThroughput()
{
    if (!m_run)
        return m_throughput->setCurves({}, nameOf(m_x.axis()), {});
    const MetricSeries &series = m_run->series();
    std::vector<PlotCurve> curves{{tr("total"), PlotCurve::neutral, PlotCurve::LineStyle::Line, &m_x.ofSteps(),
        &series.samplesPerSecond(), true}};
    int colour = 0;
    for (const MachineSeries &machine : series.machines()) {
        const QString name = machineWord(machine.name);
        curves.push_back({tr("%1 could do").arg(name), colour, PlotCurve::LineStyle::Thin, &m_x.ofSteps(),
            &machine.ownSamplesPerSecond, true, true, true});
        curves.push_back({tr("%1 did").arg(name), colour++, PlotCurve::LineStyle::Bold, &m_x.ofSteps(),
            &machine.samplesPerSecond, true, true, true});
    }
    m_throughput->setCurves(
        std::move(curves), nameOf(m_x.axis()), series.unit() == BatchUnit::Tokens ? tr("Tokens/s") : tr("Samples/s"));
}

// Shows all metrics that have the unit of the first one.
void RunCharts::fillTests()
{
    if (!m_run)
        return m_tests->setCurves({}, nameOf(m_x.axis()), {});
    const MetricSeries &series = m_run->series();
    std::vector<PlotCurve> curves;
    int colour = 2;
    for (const MetricColumn &metric : series.metrics()) {
        if (metric.latest.unit == series.metrics().front().latest.unit)
            curves.push_back({metricName(metric.latest.name), colour++, PlotCurve::LineStyle::Markers, &m_x.ofTests(),
                &metric.shown, true});
    }
    const bool percent = !curves.empty() && series.metrics().front().latest.unit == Metric::Unit::Fraction;
    m_tests->setCurves(std::move(curves), nameOf(m_x.axis()), percent ? tr("Percent") : tr("On the test set"));
}

void RunCharts::seriesChanged()
{
    m_x.refresh(m_run->series());
    smoothAgain();
    for (auto &[reading, chart] : m_telemetry)
        if (isOnThePage(chart.panel()))
            chart.refresh(m_run->series(), m_x);
    showValues();
}

void RunCharts::showValues()
{
    const auto &steps = m_x.ofSteps();
    for (auto *panel : m_plots) {
        panel->plot().setExtent(steps.empty() ? std::nullopt : std::optional(std::pair(steps.front(), steps.back())));
        panel->columnsChanged();
    }
    m_split->valuesChanged();
    m_timeline->valuesChanged();
    m_machines->valuesChanged();
}

} // namespace motley
