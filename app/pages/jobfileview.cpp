#include "app/pages/jobfileview.h"

#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

namespace motley {

JobFileView::JobFileView(QWidget *parent)
    : QFrame(parent), m_text(new QPlainTextEdit),
      m_copy(makeButton(tr("Copy"), QStringLiteral("copy"), QStringLiteral("copyJobFile")))
{
    setObjectName(QStringLiteral("jobFile"));
    setProperty("card", true);
    m_text->setObjectName(QStringLiteral("jobFileText"));
    m_text->setAccessibleName(tr("Job file"));
    m_text->setReadOnly(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLayoutDirection(Qt::LeftToRight);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    auto *words = new ElidedLabel("muted");
    words->setText(tr("It follows each change above, and is what \u201cSave job\u2026\u201d writes and \u201cmotley "
                      "run\u201d reads."));
    auto *close = makeToolButton(tr("Close"), QStringLiteral("close"), QStringLiteral("closeJobFile"));
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(makeLabel(tr("Job file"), "heading"));
    head->addWidget(words, 1);
    head->addWidget(m_copy);
    head->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardMargin, 8, 8, 8);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_text, 1);
    m_text->setMinimumHeight(60);
    connect(m_copy, &QPushButton::clicked, this, &JobFileView::copy);
    connect(close, &QToolButton::clicked, this, &JobFileView::closeRequested);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &JobFileView::closeRequested);
}

void JobFileView::show(const JobSpec &job)
{
    const QString text = QString::fromStdString(toJson(job));
    if (text == m_text->toPlainText())
        return;
    const int at = m_text->verticalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(at);
}

void JobFileView::copy()
{
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
}

} // namespace motley
