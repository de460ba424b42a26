#include "app/pages/trainedrows.h"

#include "app/pages/trainedtext.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "app/words/rowwords.h"
#include "remote/session/isolated.h"
#include "remote/session/sentence.h"

#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int rowsShown = 4;
constexpr int longestProblem = 500; // characters

// Words and their tags side by side, as a line for each would leave room for a few words alone.
void joinLines(std::vector<TextPiece> &pieces)
{
    for (TextPiece &piece : pieces)
        std::replace(piece.text.begin(), piece.text.end(), '\n', ' ');
}

// Templates end rows with line breaks, which would be seen as empty lines.
void dropLastBreaks(std::vector<TextPiece> &pieces)
{
    while (!pieces.empty() && (pieces.back().text.empty() || pieces.back().text.back() == '\n')) {
        if (pieces.back().text.empty())
            pieces.pop_back();
        else
            pieces.back().text.pop_back();
    }
}

QToolButton *makeUnfoldButton(TrainedText *text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("showAllOfRow"));
    button->setProperty("chip", true);
    button->setFocusPolicy(Qt::TabFocus);
    QSizePolicy policy = button->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // its coming moves nothing
    button->setSizePolicy(policy);
    const auto refresh = [text, button] {
        button->setText(text->isFolded() ? TrainedRows::tr("Show all") : TrainedRows::tr("Show less"));
        button->setVisible(text->isLong());
    };
    QObject::connect(text, &TrainedText::isLongChanged, button, refresh);
    QObject::connect(button, &QToolButton::clicked, text, [text, refresh] {
        text->setFolded(!text->isFolded());
        refresh();
    });
    refresh();
    return button;
}

} // namespace

TrainedRows::TrainedRows(QWidget *parent)
    : QWidget(parent), m_words(makeLabel({}, "muted")), m_problem(makeLabel({}, "field-error")), m_body(new QWidget),
      m_legend(new TrainedText), m_rows(new QVBoxLayout)
{
    setObjectName(QStringLiteral("trainedRows"));
    m_words->setObjectName(QStringLiteral("trainedRowsWords"));
    m_problem->setObjectName(QStringLiteral("trainedRowsProblem"));
    m_words->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_legend->show({{tr("Underlined in colour: the model learns to write this.").toStdString(), true, false},
        {" ", false, false}, {tr("The rest is given.").toStdString(), false, false}});
    m_rows->setSpacing(10);
    auto *body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(10);
    body->addWidget(m_legend);
    body->addLayout(m_rows);
    QSizePolicy policy = m_body->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_body->setSizePolicy(policy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(tr("As it is trained"), "heading"));
    layout->addWidget(m_words);
    layout->addWidget(m_problem);
    layout->addWidget(m_body);
    connect(&m_reader, &RowsReader::answered, this, &TrainedRows::showRows);
    connect(&m_reader, &RowsReader::failed, this, &TrainedRows::showProblem);
    setState(State::Nothing);
}

void TrainedRows::showNothing()
{
    m_reader.stop();
    m_task.reset();
    setState(State::Nothing);
}

void TrainedRows::expect()
{
    m_reader.stop();
    m_task.reset();
    setState(State::Expecting);
}

void TrainedRows::load(const TaskSpec &task)
{
    m_reader.stop();
    m_task = task;
    setState(State::Expecting);
    readIfSeen();
}

void TrainedRows::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    readIfSeen();
}

// The engine takes a second of a processor, which a page that nobody looks at is not worth.
void TrainedRows::readIfSeen()
{
    if (m_state != State::Expecting || !m_task || !isVisible())
        return;
    setState(State::Reading);
    m_reader.read(*m_task, rowsShown);
}

void TrainedRows::setState(State state)
{
    m_state = state;
    const bool isWaiting = state == State::Expecting || state == State::Reading;
    if (isWaiting)
        m_words->setText(tr("Reading the first rows…"));
    m_words->setVisible(state != State::Failed && !m_words->text().isEmpty());
    m_problem->setVisible(state == State::Failed);
    m_body->setVisible(state == State::Shown);
    setVisible(state != State::Nothing);
}

void TrainedRows::clear()
{
    while (const QLayoutItem *item = m_rows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

void TrainedRows::showProblem(const Error &error)
{
    clear();
    m_problem->setText(
        tr("The rows that would be trained cannot be shown: %1").arg(isolated(plainText(say(error), longestProblem))));
    setState(State::Failed);
}

void TrainedRows::showRows(const TrainingRows &rows)
{
    clear();
    m_words->setText(rowCountSentences(rows).join(QLatin1Char('\n')));
    for (std::size_t i = 0; i < rows.rows.size(); ++i)
        addRow(rows.rows[i], static_cast<int>(i) + 1);
    setState(State::Shown);
}

void TrainedRows::addRow(const TrainingRow &row, int number)
{
    std::vector<TextPiece> pieces = row.pieces;
    if (std::holds_alternative<TaggingSpec>(*m_task))
        joinLines(pieces);
    dropLastBreaks(pieces);
    if (row.hiddenBytes > 0)
        pieces.push_back({" " + tr("… and %1 more").arg(formatBytes(row.hiddenBytes)).toStdString(), false, false});
    auto *head = makeLabel(rowHead(row, number), "caption");
    head->setObjectName(QStringLiteral("trainedRowHead"));
    head->setWordWrap(true);
    head->setToolTip(plainToolTip(plainText(row.where)));
    auto *whole = new QWidget;
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(head, 1);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    m_rows->addWidget(whole);
    if (pieces.empty())
        return;
    auto *text = new TrainedText;
    text->setObjectName(QStringLiteral("trainedRow"));
    text->show(std::move(pieces));
    line->addWidget(makeUnfoldButton(text, whole), 0, Qt::AlignTop);
    layout->addWidget(text);
}

} // namespace motley
