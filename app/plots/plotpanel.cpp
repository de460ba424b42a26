#include "app/plots/plotpanel.h"

#include "app/plots/controls/plotchip.h"
#include "app/plots/plotcsv.h"
#include "app/plots/plotlegend.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/emptystate.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMessageBox>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace motley {

namespace {

QString closing()
{
    return QStringLiteral(" \u00d7");
}

QString withEnding(const QString &path, const QString &ending)
{
    const QFileInfo file(path);
    return file.suffix() == ending ? path : file.dir().filePath(file.completeBaseName() + QLatin1Char('.') + ending);
}

} // namespace

PlotPanel::PlotPanel(const QString &heading, const QString &objectName, QWidget *parent)
    : QFrame(parent), m_plot(new MetricPlot), m_stack(new QStackedWidget),
      m_empty(new EmptyState(QStringLiteral("chart"), {}, {})), m_head(new QHBoxLayout),
      m_body(new QBoxLayout(QBoxLayout::TopToBottom)), m_heading(new ElidedLabel("heading")),
      m_value(new ElidedLabel("caption")), m_legend(new PlotLegend), m_badge(new ElidedLabel("caption")),
      m_outside(new PlotChip(objectName + QStringLiteral("Outside"))),
      m_zoomed(new PlotChip(objectName + QStringLiteral("Zoomed")))
{
    setObjectName(objectName);
    setProperty("card", true);
    m_heading->setText(heading);
    setProperty("paletteGroup", heading);
    m_value->hide();
    m_plot->setObjectName(objectName + QStringLiteral("Plot"));
    auto *table = new QTableView;
    table->setObjectName(objectName + QStringLiteral("Table"));
    table->setModel(&m_table);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->setShowGrid(false);
    m_stack->addWidget(m_plot);
    m_stack->addWidget(table);
    m_stack->addWidget(m_empty);

    m_head->setSpacing(2);
    m_head->addWidget(m_heading);
    m_head->addSpacing(6);
    m_value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it ends before the heading does
    m_head->addWidget(m_value, 1);
    m_head->addWidget(m_badge);
    m_head->addWidget(m_outside);
    m_head->addStretch();
    m_head->addWidget(m_zoomed);
    makeTools();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(2);
    layout->addLayout(m_head);
    layout->addLayout(m_body, 1);
    m_body->setSpacing(2);
    m_body->addWidget(m_legend);
    // A scroll area asks for the height that a page would like, which is more than it needs.
    m_stack->setMinimumHeight(m_stack->minimumSizeHint().height());
    m_stack->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_body->addWidget(m_stack, 1);

    connect(m_plot, &MetricPlot::crosshairMoved, this, [this](std::optional<double> x) {
        m_crosshair = x;
        refreshLegend();
        Q_EMIT crosshairMoved(x);
    });
    connect(m_plot, &MetricPlot::viewChanged, this, &PlotPanel::refreshView);
    connect(m_plot, &MetricPlot::viewChosen, this, &PlotPanel::viewChosen);
    connect(m_outside, &QToolButton::clicked, m_plot, [this] { m_plot->setAllY(!m_plot->showsAllY()); });
    connect(m_zoomed, &QToolButton::clicked, m_plot, &MetricPlot::showAll);
    connect(m_plot, &MetricPlot::doubleClicked, this, &PlotPanel::maximiseRequested);
    connect(m_legend, &PlotLegend::visibilityChanged, m_plot, &MetricPlot::setCurveVisible);
    refreshStack();
}

void PlotPanel::makeTools()
{
    m_log
        = makeToolButton(tr("Logarithmic axis (L)"), QStringLiteral("log-scale"), objectName() + QStringLiteral("Log"));
    m_follow = makeToolButton(
        tr("Follow the newest step (F)"), QStringLiteral("follow"), objectName() + QStringLiteral("Follow"));
    m_showTable = makeToolButton(
        tr("Show as a table (T)"), QStringLiteral("table"), objectName() + QStringLiteral("ShowTable"));
    auto *save = makeToolButton(tr("Export (E)"), QStringLiteral("export"), objectName() + QStringLiteral("Export"));
    for (auto *button : {m_log, m_follow, m_showTable})
        button->setCheckable(true);
    m_follow->setChecked(true);
    for (auto *button : {m_log, m_follow, m_showTable, save}) {
        button->setFocusPolicy(Qt::NoFocus); // the chart is the one stop of Tab, and has a key for each
        m_head->addWidget(button);
        m_tools.push_back(button);
    }
    connect(m_log, &QToolButton::clicked, m_plot, &MetricPlot::setLogarithmic);
    connect(m_follow, &QToolButton::clicked, m_plot, &MetricPlot::setFollowing);
    connect(m_showTable, &QToolButton::toggled, this, [this] {
        fillTable();
        refreshStack();
    });
    connect(save, &QToolButton::clicked, this, &PlotPanel::chooseExport);
}

void PlotPanel::setCurves(std::vector<PlotCurve> curves, const QString &xName, const QString &yName)
{
    m_xName = xName;
    m_plot->setCurves(std::move(curves));
    fillTable();
    m_plot->setAxisNames(xName, yName);
    m_legend->setCurves(m_plot->curves());
    m_body->setDirection(m_legend->standsAside() ? QBoxLayout::RightToLeft : QBoxLayout::TopToBottom);
    keepRoomForThePlot();
    refreshLegend();
    refreshView();
    refreshStack();
}

// Only where it is shown, as the steps of all curves are brought into one column for it.
void PlotPanel::fillTable()
{
    m_table.setCurves(m_showTable->isChecked() ? m_plot->curves() : std::vector<PlotCurve>(), m_xName);
}

void PlotPanel::columnsChanged()
{
    m_plot->columnsChanged();
    if (m_showTable->isChecked())
        m_table.columnsChanged();
    refreshLegend();
    refreshView();
    refreshStack();
}

void PlotPanel::setXValues(AxisValues values)
{
    m_plot->setXValues(values);
    m_table.setXValues(values);
}

void PlotPanel::setOrigin(PlotOrigin origin)
{
    origin.chart = m_heading->text();
    m_plot->setOrigin(origin);
}

void PlotPanel::setValueNote(const QString &note)
{
    m_valueNote = note;
}

void PlotPanel::setEmptySentence(const QString &sentence)
{
    m_empty->setSentence(sentence);
}

void PlotPanel::addTool(QWidget *tool)
{
    m_head->insertWidget(m_head->indexOf(m_log), tool);
    m_tools.push_back(tool);
}

void PlotPanel::addLastTool(QWidget *tool)
{
    tool->setFocusPolicy(Qt::NoFocus);
    m_head->addWidget(tool);
}

void PlotPanel::setSmall(bool small)
{
    m_small = small;
    for (auto *tool : m_tools)
        tool->setVisible(!small);
    m_legend->setVisible(!small);
    m_value->setVisible(small);
    refreshView();
    fitLegend();
}

void PlotPanel::setCrosshair(std::optional<double> x)
{
    m_crosshair = x;
    m_plot->setCrosshair(x);
    refreshLegend();
}

void PlotPanel::setView(const PlotView &view)
{
    m_plot->setView(view);
}

// A small chart is zoomed with the large one, which says so.
void PlotPanel::refreshView()
{
    m_log->setChecked(m_plot->isLogarithmic());
    m_follow->setChecked(m_plot->isFollowing());
    const auto leftOut = static_cast<int>(m_plot->leftOut());
    m_badge->setText(leftOut > 0 ? tr("%Ln point(s) cannot be drawn", nullptr, leftOut) : QString());
    const auto outside = static_cast<int>(m_plot->outside());
    if (m_plot->showsAllY())
        m_outside->say({tr("All values") + closing(), tr("All") + closing()},
            tr("Leave out what is far from nearly all others (O)"));
    else if (outside > 0)
        m_outside->say({tr("%Ln value(s) outside", nullptr, outside), QStringLiteral("\u2195 ") + formatCount(outside)},
            tr("Far from nearly all others. Show all values (O)"));
    else
        m_outside->say({}, {});
    if (m_small || !m_plot->view().x)
        return m_zoomed->say({}, {});
    const auto [from, to] = m_plot->shownX();
    const QString first = formatAt(from, m_plot->xValues());
    const QString last = formatAt(to, m_plot->xValues());
    const QString range = first + QChar(0x2013) + last;
    //: the part of the x axis that a chart shows: its name, from, to
    m_zoomed->say({tr("%1 %2 to %3").arg(m_xName, first, last) + closing(), range + closing(), range},
        tr("Zoomed in. Show everything (0)"));
}

void PlotPanel::refreshLegend()
{
    const auto &curves = m_plot->curves();
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const PlotCurve &curve = curves[i];
        if (!curve.x || curve.x->empty() || !curve.y || curve.y->empty()) {
            m_legend->showValue(i, {});
            continue;
        }
        const auto at = m_crosshair ? m_plot->pointOf(curve, *m_crosshair) : std::optional(curve.x->size() - 1);
        m_legend->showValue(i, at && *at < curve.y->size() ? formatNumber((*curve.y)[*at]) : QString(QChar(0x2013)));
    }
    const bool repeats = !curves.empty() && curves.front().name == m_heading->text();
    const QString value = repeats ? m_legend->value(0) : m_legend->text(0);
    m_value->setText(value.isEmpty() || m_valueNote.isEmpty() ? value : joinParts({value, m_valueNote}));
}

void PlotPanel::refreshStack()
{
    m_stack->setCurrentIndex(m_plot->isEmpty() ? 2 : m_showTable->isChecked() ? 1 : 0);
}

void PlotPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_T)
        m_showTable->toggle();
    else if (event->key() == Qt::Key_E)
        chooseExport();
    else if (event->key() == Qt::Key_X)
        Q_EMIT axisMenuRequested();
    else if (event->key() == Qt::Key_M)
        Q_EMIT maximiseRequested();
    else
        QFrame::keyPressEvent(event);
}

void PlotPanel::chooseExport()
{
    const QString wide = tr("Numbers, a column for each curve (*.csv)");
    const QString others[]{tr("Pictures (*.png *.svg *.pdf)"), wide, tr("Numbers, a row for each value (*.csv)")};
    QString chosen = others[0];
    QString path = QFileDialog::getSaveFileName(this, tr("Export this chart"),
        fileNameOf(m_plot->origin()) + QStringLiteral(".png"),
        QStringList(std::begin(others), std::end(others)).join(QStringLiteral(";;")), &chosen);
    if (!path.isEmpty() && chosen != others[0])
        path = withEnding(path, QStringLiteral("csv"));
    QString problem;
    if (path.isEmpty() || m_plot->exportTo(path, &problem, chosen == wide ? CsvLayout::Wide : CsvLayout::Long))
        return;
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("Not exported"), tr("%1: %2").arg(leftToRight(path), problem),
        QMessageBox::Close, this);
    setThemedIcon(box, QStringLiteral("warning"), &Colours::warning);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->open();
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent * /*event*/)
{
    Q_EMIT maximiseRequested();
}

bool PlotPanel::event(QEvent *event)
{
    const bool done = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest) // the legend needs another line
        keepRoomForThePlot();
    return done;
}

void PlotPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitLegend();
}

void PlotPanel::fitLegend()
{
    if (!m_small)
        m_legend->fit(contentsRect().width() - 24); // within the margins
    keepRoomForThePlot();
}

void PlotPanel::keepRoomForThePlot()
{
    setMinimumHeight(layout()->totalMinimumSize().height());
}

} // namespace motley
