#include "app/plots/timelineview.h"

#include "app/plots/timelinelanes.h"
#include "app/plots/timelinelegend.h"
#include "app/timeline/stragglerwords.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace motley {

TimelineView::TimelineView(QWidget *parent)
    : QFrame(parent), m_head(new QHBoxLayout), m_quantity(new QComboBox),
      m_showTable(
          makeToolButton(tr("Show as a table (T)"), QStringLiteral("table"), QStringLiteral("timelineShowTable"))),
      m_sentence(new ElidedLabel("heading")), m_forecast(new ElidedLabel("caption")),
      m_words(new ElidedLabel("caption")), m_legend(new TimelineLegend), m_stack(new QStackedWidget),
      m_lanes(new TimelineLanes)
{
    setProperty("card", true);
    setObjectName(QStringLiteral("timeline"));
    makeHead();
    m_sentence->setObjectName(QStringLiteral("stragglerSentence"));
    m_words->setObjectName(QStringLiteral("timelineWords"));
    m_stack->addWidget(m_lanes);
    m_stack->addWidget(makeTable());
    m_stack->setMinimumHeight(m_lanes->minimumHeight());
    m_stack->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(m_head);
    layout->addWidget(m_sentence); // a line of its own, as it is the answer
    layout->addWidget(m_legend);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_words);
    connect(m_lanes, &TimelineLanes::crosshairMoved, this, &TimelineView::crosshairMoved);
    connect(m_lanes, &TimelineLanes::sceneChanged, this, &TimelineView::sceneChanged);
    connect(m_lanes, &TimelineLanes::wordsChanged, this, &TimelineView::wordsChanged);
    connect(m_lanes, &TimelineLanes::doubleClicked, this, &TimelineView::maximiseRequested);
    chooseQuantity();
}

void TimelineView::makeHead()
{
    m_quantity->setObjectName(QStringLiteral("timelineQuantity"));
    m_quantity->setAccessibleName(tr("What the time line shows"));
    for (int i = 0; i < timelineQuantities; ++i)
        m_quantity->addItem(quantityName(static_cast<TimelineQuantity>(i)), i);
    m_quantity->setMaxVisibleItems(timelineQuantities);
    m_quantity->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_showTable->setCheckable(true);
    m_head->setSpacing(6);
    auto *heading = new ElidedLabel("heading");
    heading->setText(tr("Where the time goes"));
    m_head->addWidget(heading);
    m_head->addWidget(m_forecast);
    m_head->addStretch();
    m_head->addWidget(m_quantity);
    m_head->addWidget(m_showTable);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &TimelineView::chooseQuantity);
    connect(m_showTable, &QToolButton::toggled, this, [this](bool isTable) {
        m_stack->setCurrentIndex(isTable ? 1 : 0);
        sceneChanged();
    });
}

QWidget *TimelineView::makeTable()
{
    auto *table = new QTableView;
    table->setObjectName(QStringLiteral("timelineTable"));
    table->setAccessibleName(tr("The time line as a table"));
    table->setModel(&m_table);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->setShowGrid(false);
    return table;
}

TimelineQuantity TimelineView::quantity() const
{
    return static_cast<TimelineQuantity>(m_quantity->currentData().toInt());
}

void TimelineView::chooseQuantity()
{
    m_lanes->setQuantity(quantity());
}

void TimelineView::setRun(const OpenRun *run)
{
    m_table.setScene(nullptr, {});
    m_run = run;
    m_lanes->setRun(run);
    showSentences();
}

void TimelineView::setEmptySentence(const QString &sentence)
{
    m_lanes->setEmptySentence(sentence);
}

void TimelineView::valuesChanged()
{
    showSentences();
    m_lanes->valuesChanged();
}

void TimelineView::showSentences()
{
    m_sentence->setText(m_run ? stragglerWords(m_run->series()) : QString());
    m_forecast->setText(m_run ? stepAgainstForecast(m_run->series()) : QString());
    m_lanes->setAccessibleName(tr("Time line of the machines. Arrows choose a column and a machine, N and P a mark. %1")
                                   .arg(m_sentence->text()));
}

void TimelineView::setCrosshair(std::optional<double> step)
{
    m_lanes->setCrosshair(step);
}

void TimelineView::addLastTool(QWidget *tool)
{
    m_head->addWidget(tool);
}

void TimelineView::sceneChanged()
{
    m_legend->explain(m_lanes->scene(), m_lanes->isHeatMap(), m_run && m_run->series().stepPredicted().seconds() > 0);
    if (m_showTable->isChecked())
        m_table.setScene(m_run, m_lanes->scene());
}

void TimelineView::wordsChanged()
{
    const QString words = m_lanes->words();
    m_words->setText(words.isEmpty() ? meanWords(m_lanes->scene()) : words);
    m_lanes->setAccessibleDescription(words);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_T)
        m_showTable->toggle();
    else if (event->key() == Qt::Key_M)
        Q_EMIT maximiseRequested();
    else
        QFrame::keyPressEvent(event);
}

} // namespace motley
