#include "app/pages/answersview.h"

#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int longestLine = 300; // characters of an answer in the table

const PromptAnswer *answerTo(const std::string &prompt, const TestAnswers &test)
{
    const auto found = std::find_if(
        test.answers.begin(), test.answers.end(), [&](const PromptAnswer &answer) { return answer.prompt == prompt; });
    return found == test.answers.end() ? nullptr : &*found;
}

} // namespace

AnswersView::AnswersView(QWidget *parent)
    : QWidget(parent), m_prompt(new QComboBox),
      m_table(makeTable(&m_rows, QStringLiteral("runAnswers"), tr("Answers at each test"))), m_whole(new QPlainTextEdit)
{
    m_prompt->setObjectName(QStringLiteral("answersPrompt"));
    m_prompt->setAccessibleName(tr("Prompt"));
    m_prompt->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_whole->setObjectName(QStringLiteral("wholeAnswer"));
    m_whole->setAccessibleName(tr("The whole answer"));
    m_whole->setReadOnly(true);
    m_whole->setTabChangesFocus(true);
    m_whole->setMinimumHeight(0);
    m_rows.setColumnCount(ColumnCount);
    m_rows.setHorizontalHeaderLabels({tr("Step"), tr("Test loss"), tr("Answer")});
    for (const int column : {Step, Loss})
        m_rows.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    fitColumns(m_table);

    auto *beside = new QVBoxLayout;
    beside->setSpacing(6);
    beside->addWidget(m_prompt);
    beside->addWidget(m_whole, 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(gap);
    layout->addWidget(m_table, 3);
    layout->addLayout(beside, 2);

    connect(m_prompt, &QComboBox::currentIndexChanged, this, [this] {
        m_shown.clear();
        listAnswers();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &AnswersView::showChosen);
}

void AnswersView::setSeries(const MetricSeries *series)
{
    m_series = series;
    m_prompts.clear();
    m_shown.clear();
    m_newest.reset();
    m_rows.setRowCount(0);
    refresh();
}

bool AnswersView::isWorthShowing() const
{
    return m_series && !m_series->answers().empty();
}

void AnswersView::refresh()
{
    const std::int64_t newest = isWorthShowing() ? m_series->answers().back().step : -1;
    if (std::exchange(m_newest, newest) == newest)
        return;
    listPrompts();
    listAnswers();
}

void AnswersView::listPrompts()
{
    QStringList prompts;
    if (isWorthShowing())
        for (const PromptAnswer &answer : m_series->answers().back().answers)
            prompts << QString::fromStdString(answer.prompt);
    if (std::exchange(m_prompts, prompts) == prompts)
        return;
    const QSignalBlocker blocker(m_prompt);
    m_prompt->clear();
    for (const QString &prompt : prompts) {
        m_prompt->addItem(plainText(prompt, longestLine).simplified());
        m_prompt->setItemData(m_prompt->count() - 1, plainToolTip(plainText(prompt)), Qt::ToolTipRole);
    }
    m_shown.clear();
}

// Tests are added at the end; what a run that went back had answered later is gone.
void AnswersView::listAnswers()
{
    const int chosen = m_prompt->currentIndex();
    const std::string prompt = chosen < 0 ? std::string() : m_prompts[chosen].toStdString();
    std::vector<const TestAnswers *> tests;
    std::vector<std::int64_t> steps;
    if (m_series && chosen >= 0)
        for (const TestAnswers &test : m_series->answers())
            if (answerTo(prompt, test)) {
                tests.push_back(&test);
                steps.push_back(test.step);
            }
    if (steps == m_shown)
        return;
    const bool grows = steps.size() > m_shown.size() && std::equal(m_shown.begin(), m_shown.end(), steps.begin());
    const bool follows = !grows || m_table->currentIndex().row() == m_rows.rowCount() - 1;
    if (!grows)
        m_rows.setRowCount(0);
    for (std::size_t i = std::size_t(m_rows.rowCount()); i < tests.size(); ++i) {
        const QString answer = QString::fromStdString(answerTo(prompt, *tests[i])->answer);
        QList<QStandardItem *> row{new QStandardItem(formatCount(steps[i])),
            new QStandardItem(formatNumber(tests[i]->loss)),
            new QStandardItem(plainText(answer, longestLine).simplified())};
        row[Answer]->setData(plainText(answer), Qt::UserRole);
        for (QStandardItem *cell : {row[Step], row[Loss]})
            cell->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
        if (answer.isEmpty())
            row[Answer]->setText(tr("(no words)"));
        for (QStandardItem *cell : row)
            cell->setEditable(false);
        m_rows.appendRow(row);
    }
    m_shown = std::move(steps);
    if (follows && m_rows.rowCount() > 0)
        m_table->setCurrentIndex(m_rows.index(m_rows.rowCount() - 1, 0));
    showChosen();
}

void AnswersView::showChosen()
{
    const QModelIndex answer = m_table->currentIndex().siblingAtColumn(Answer);
    m_whole->setPlainText(answer.data(Qt::UserRole).toString());
}

} // namespace motley
