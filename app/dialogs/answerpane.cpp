#include "app/dialogs/answerpane.h"

#include "app/widgets/pageelements.h"
#include "app/words/format.h"

#include <QFileInfo>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

namespace motley {

namespace {

constexpr int mostLines = 5000; // of all answers

// A word and its tag a line, as "Ada [B-person] lives here .".
QString inOneLine(const QString &conll)
{
    QStringList words;
    for (const QString &line : conll.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QString word = line.section(QLatin1Char('\t'), 0, 0);
        const QString tag = line.section(QLatin1Char('\t'), 1);
        words << (tag == QStringLiteral("O") || tag.isEmpty() ? word : QStringLiteral("%1 [%2]").arg(word, tag));
    }
    return words.join(QLatin1Char(' '));
}

// "file, class, probability, class, probability ..." as lines.
QString inPercent(const QString &answer)
{
    QStringList lines;
    for (const QString &line : answer.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList fields = line.split(QLatin1Char('\t'));
        for (qsizetype i = 1; i + 1 < fields.size(); i += 2)
            lines << AnswerPane::tr("%1: %2").arg(fields[i], formatPercent(100 * fields[i + 1].toDouble(), 1));
    }
    return lines.join(QLatin1Char('\n'));
}

bool comesWhole(TrialKind use)
{
    return use == TrialKind::Tag || use == TrialKind::Classify;
}

} // namespace

AnswerPane::AnswerPane(const QString &modelFolder, const QString &objectName)
    : m_trial(modelFolder), m_name(makeLabel({}, "caption")), m_text(new QPlainTextEdit)
{
    m_text->setObjectName(objectName);
    m_text->setAccessibleName(tr("Answers"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setMaximumBlockCount(mostLines);
    m_name->setTextFormat(Qt::PlainText);
    m_name->hide();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_name);
    layout->addWidget(m_text, 1);

    connect(&m_trial, &ModelTrial::written, this, &AnswerPane::write);
    connect(&m_trial, &ModelTrial::answered, this, &AnswerPane::end);
    connect(&m_trial, &ModelTrial::failed, this, [this](const Error &error) {
        end();
        Q_EMIT failed(error);
    });
}

void AnswerPane::setName(const QString &name)
{
    m_name->setText(name);
    m_name->setVisible(!name.isEmpty());
    m_text->setAccessibleName(name.isEmpty() ? tr("Answers") : name);
}

void AnswerPane::ask(TrialKind use, const QString &input)
{
    m_use = use;
    m_whole.clear();
    const QString shown = use == TrialKind::Classify ? QFileInfo(input).fileName() : input;
    const bool isContinued = use == TrialKind::WriteOn;
    QString text = m_text->document()->isEmpty() ? QString() : QStringLiteral("\n\n");
    text += isContinued ? shown : QStringLiteral("\u203a ") + shown + QLatin1Char('\n');
    insert(text);
    m_trial.ask(use, input);
}

void AnswerPane::stop()
{
    m_trial.stop();
    end();
}

void AnswerPane::clear()
{
    m_trial.stop();
    m_whole.clear();
    m_text->clear();
}

void AnswerPane::write(const QString &text)
{
    if (comesWhole(m_use))
        m_whole += text;
    else
        insert(text);
}

void AnswerPane::end()
{
    const QString all = std::exchange(m_whole, {});
    if (!all.isEmpty())
        insert(m_use == TrialKind::Tag ? inOneLine(all) : inPercent(all));
    Q_EMIT ended();
}

// Text of the model as it is, never taken for HTML. Who has scrolled up reads on undisturbed.
void AnswerPane::insert(const QString &text)
{
    QScrollBar *bar = m_text->verticalScrollBar();
    const bool follows = bar->value() == bar->maximum();
    QTextCursor end(m_text->document());
    end.movePosition(QTextCursor::End);
    end.insertText(plainText(text));
    if (follows)
        bar->setValue(bar->maximum());
}

} // namespace motley
