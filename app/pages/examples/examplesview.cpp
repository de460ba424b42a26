#include "app/pages/examples/examplesview.h"

#include "app/pages/examples/confusionview.h"
#include "app/pages/examples/largeexample.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/examples/examplewords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyledItemDelegate>
#include <QTextOption>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t pairsListed = 20;
constexpr int besideConfusion = 130; // pixels; the matrix needs the room
constexpr int wideView = 900; // in which the rows can spare some of theirs

bool hasTexts(const TestExamples &test)
{
    return std::any_of(
        test.examples.begin(), test.examples.end(), [](const TestExample &example) { return !example.input.empty(); });
}

bool hasPictures(const TestExamples &test)
{
    return std::any_of(
        test.examples.begin(), test.examples.end(), [](const TestExample &example) { return example.input.empty(); });
}

bool hasResults(const TestExamples &test)
{
    return std::any_of(test.examples.begin(), test.examples.end(), [](const auto &example) { return example.score; });
}

// Pictures keep their colours in the chosen row, too.
class UntintedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (!option->icon.isNull())
            option->icon.addPixmap(index.data(Qt::DecorationRole).value<QPixmap>(), QIcon::Selected);
    }
};

} // namespace

ExamplesView::ExamplesView(QWidget *parent)
    : QWidget(parent), m_table(makeTable(&m_rows, QStringLiteral("runExamples"), tr("Examples of the test"))),
      m_slider(new QSlider(Qt::Horizontal)), m_test(new ElidedLabel("muted")), m_whole(new QPlainTextEdit),
      m_large(new LargeExample), m_confusion(new ConfusionView),
      m_pairTable(makeTable(&m_pairs, QStringLiteral("confusedPairs"), tr("Classes that are confused most"))),
      m_cell(makeLabel({}, "muted")), m_confused(makeConfusion())
{
    m_table->setItemDelegate(new UntintedDelegate(m_table));
    m_table->header()->setTextElideMode(Qt::ElideRight);
    m_table->header()->setStretchLastSection(false);
    m_table->viewport()->installEventFilter(this);
    m_table->header()->setSectionResizeMode(ExampleModel::Result, QHeaderView::ResizeToContents);
    m_whole->setObjectName(QStringLiteral("wholeExample"));
    m_whole->setAccessibleName(tr("The whole example"));
    m_whole->setReadOnly(true);
    m_whole->setTabChangesFocus(true);
    m_whole->setMinimumHeight(0);

    auto *below = new QHBoxLayout;
    below->setSpacing(gap);
    below->addWidget(m_whole, 2);
    below->addWidget(m_large, 2);
    below->addWidget(m_confused, 3);
    auto *beside = new QVBoxLayout;
    beside->setSpacing(6);
    beside->addLayout(makeTests());
    beside->addLayout(below, 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(gap);
    layout->addWidget(m_table, 1);
    layout->addLayout(beside, 1);

    connect(m_slider, &QSlider::valueChanged, this, &ExamplesView::showTest);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ExamplesView::showWhole);
    connect(m_confusion, &ConfusionView::chosen, this, [this](const QString &words) {
        m_cell->setText(words.isEmpty() ? tr("Down: expected. Across: predicted.") : words);
    });
    connect(&Theme::current(), &Theme::changed, this, &ExamplesView::showWhole); // marks have colours of it
}

// Tests follow on each other from the left, as in the charts, in every language.
QLayout *ExamplesView::makeTests()
{
    m_slider->setObjectName(QStringLiteral("exampleTest"));
    m_slider->setAccessibleName(tr("Test"));
    m_slider->setLayoutDirection(Qt::LeftToRight);
    m_slider->setPageStep(1);
    m_slider->setMinimumWidth(60);
    m_slider->setMaximumWidth(100); // the words beside it are what is read
    m_test->setObjectName(QStringLiteral("exampleTestWords"));
    m_test->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout;
    row->setSpacing(gap);
    row->addWidget(m_slider, 1);
    row->addWidget(m_test, 2);
    return row;
}

QWidget *ExamplesView::makeConfusion()
{
    m_pairs.setColumnCount(3);
    m_pairs.setHorizontalHeaderLabels({tr("Expected"), tr("Predicted"), tr("Times")});
    m_pairs.horizontalHeaderItem(2)->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    fitColumns(m_pairTable, {}, {{0, 1}, {}}); // the counts are whole
    m_cell->setObjectName(QStringLiteral("confusionCell"));
    m_cell->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *pictures = new QHBoxLayout;
    pictures->setSpacing(gap);
    pictures->addWidget(m_confusion, 4);
    pictures->addWidget(m_pairTable, 7);
    auto *confused = new QWidget;
    auto *layout = new QVBoxLayout(confused);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(pictures, 1);
    layout->addWidget(m_cell);
    return confused;
}

void ExamplesView::setSeries(const MetricSeries *series)
{
    m_series = series;
    m_newest = -1;
    m_tests = 0;
    m_rows.show(nullptr, nullptr);
    const QSignalBlocker blocker(m_slider);
    m_slider->setRange(0, 0);
    refresh();
    showTest();
}

bool ExamplesView::isWorthShowing() const
{
    return m_series && !m_series->examples().tests().empty();
}

// The newest test is followed, but not where an older one is looked at.
void ExamplesView::refresh()
{
    const std::size_t tests = m_series ? m_series->examples().tests().size() : 0;
    const std::int64_t newest = tests > 0 ? m_series->examples().tests().back().step : -1;
    const std::size_t before = std::exchange(m_tests, tests);
    if (std::exchange(m_newest, newest) == newest && before == tests)
        return;
    const bool follows = m_slider->value() == m_slider->maximum();
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, std::max(0, int(tests) - 1));
        if (follows)
            m_slider->setValue(m_slider->maximum());
    }
    showTest();
}

const TestExamples *ExamplesView::chosenTest() const
{
    return isWorthShowing() ? &m_series->examples().tests()[std::size_t(m_slider->value())] : nullptr;
}

void ExamplesView::showTest()
{
    const TestExamples *test = chosenTest();
    QString words;
    if (test) {
        //: the number of a test, how many there are, and the step after which it was made
        words = tr("Test %1 of %2, after step %3")
                    .arg(formatCount(m_slider->value() + 1), formatCount(m_slider->maximum() + 1),
                        formatCount(test->step));
        const auto &steps = m_series->evaluationSteps();
        const auto at = std::lower_bound(steps.begin(), steps.end(), double(test->step)) - steps.begin();
        if (at < std::ssize(steps) && !m_series->metrics().empty()) {
            Metric metric = m_series->metrics().front().latest;
            metric.value = m_series->metrics().front().shown[std::size_t(at)]
                / (metric.unit == Metric::Unit::Fraction ? 100 : 1);
            words = tr("%1: %2").arg(words, describeMetric(metric));
        }
    }
    m_test->setText(words);
    m_test->setToolTip(words);
    m_slider->setAccessibleDescription(words);
    m_rows.show(m_series ? &m_series->examples() : nullptr, test);
    if (!m_table->currentIndex().isValid() && m_rows.rowCount() > 0)
        m_table->setCurrentIndex(m_rows.index(0, 0));
    const bool hasClasses = test && test->confusion && !test->confusion->classes.empty();
    m_table->setColumnHidden(ExampleModel::Result, test && !hasResults(*test));
    m_whole->setVisible(test && hasTexts(*test));
    m_large->setVisible(test && hasPictures(*test));
    m_large->setMaximumWidth(test && test->confusion ? besideConfusion : QWIDGETSIZE_MAX);
    m_confused->setVisible(test && test->confusion);
    m_confusion->setVisible(hasClasses);
    m_cell->setVisible(hasClasses);
    m_confusion->setConfusion(hasClasses ? test->confusion : std::nullopt);
    listPairs(test);
    showWhole();
    shareRoom();
}

// A large picture, a matrix and its pairs want more room than the rows beside them. Where there is little, the pairs
// are read in the matrix.
void ExamplesView::shareRoom()
{
    const bool isWide = width() >= wideView;
    const bool rowsGiveWay = isWide && m_large->isVisibleTo(this) && m_confused->isVisibleTo(this);
    m_pairTable->setVisible(m_pairs.rowCount() > 0 && (isWide || m_confusion->isHidden()));
    auto *columns = static_cast<QHBoxLayout *>(layout());
    columns->setStretch(0, rowsGiveWay ? 5 : 1);
    columns->setStretch(1, rowsGiveWay ? 8 : 1);
    shareColumns();
}

// All columns are seen: beside its heading each has an equal part of what is left.
void ExamplesView::shareColumns()
{
    const auto columns = {ExampleModel::Shown, ExampleModel::Expected, ExampleModel::Predicted};
    QHeaderView *header = m_table->header();
    int left = m_table->viewport()->width() - header->sectionSize(ExampleModel::Result);
    for (const int column : columns)
        left -= header->sectionSizeHint(column);
    const int each = int(std::floor(double(left) / double(columns.size())));
    for (const int column : columns)
        header->resizeSection(column, header->sectionSizeHint(column) + each);
}

bool ExamplesView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        shareColumns();
    return QWidget::eventFilter(watched, event);
}

void ExamplesView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    shareRoom();
}

void ExamplesView::listPairs(const TestExamples *test)
{
    m_pairs.setRowCount(0);
    if (!test || !test->confusion)
        return;
    constexpr int longest = 60; // characters of a name
    for (const ConfusedPair &pair : confusedPairs(*test->confusion, pairsListed)) {
        QList<QStandardItem *> row{new QStandardItem(plainText(pair.expected, longest)),
            new QStandardItem(plainText(pair.predicted, longest)), new QStandardItem(formatCount(pair.count))};
        row.back()->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
        for (QStandardItem *cell : row)
            cell->setEditable(false);
        m_pairs.appendRow(row);
    }
}

void ExamplesView::showWhole()
{
    const int row = m_table->currentIndex().row();
    const TestExample *example = m_rows.exampleAt(row);
    m_large->showExample(m_rows, row);
    const QString text = example && !example->input.empty() ? wholeExample(*example) : QString();
    if (m_whole->toPlainText() == text)
        return;
    m_whole->setPlainText(text);
    QTextOption option = m_whole->document()->defaultTextOption();
    option.setTextDirection(Qt::LayoutDirectionAuto); // each line has that of its own language
    option.setAlignment(isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft);
    m_whole->document()->setDefaultTextOption(option);
}

} // namespace motley
