#include "app/dialogs/trydialog.h"

#include "app/dialogs/answerpane.h"
#include "app/dialogs/segmentdialog.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "engine/job/jobspec.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMimeData>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace motley {

namespace {

constexpr int widthForBoth = 920; // pixels
constexpr int longestQuestion = 10000; // characters

std::vector<TrialKind> usesOf(const RunRecord &run)
{
    const auto job = readJob(run.jobFile().toStdString());
    return job ? usesOf(job->task) : std::vector<TrialKind>();
}

std::optional<VolumeSpec> volumesOf(const RunRecord &run)
{
    const auto job = readJob(run.jobFile().toStdString());
    const auto *spec = job ? std::get_if<VolumeSpec>(&job->task) : nullptr;
    return spec ? std::optional(*spec) : std::nullopt;
}

// The folder of the model that a language model's run began with, where it is on this computer. Empty: there is none.
QString modelBefore(const RunRecord &run)
{
    const auto job = readJob(run.jobFile().toStdString());
    const auto *spec = job ? std::get_if<LanguageModelSpec>(&job->task) : nullptr;
    const QString folder = spec ? QString::fromStdString(spec->model.start.path) : QString();
    return !folder.isEmpty() && QFileInfo::exists(folder + QStringLiteral("/config.json")) ? folder : QString();
}

QString nameOf(TrialKind use)
{
    return use == TrialKind::Chat ? TryDialog::tr("Conversation") : TryDialog::tr("Write on");
}

QString hintOf(TrialKind use)
{
    switch (use) {
    case TrialKind::Chat:
        return TryDialog::tr("Say something. The model knows what was said before.");
    case TrialKind::WriteOn:
        return TryDialog::tr("Begin a text, and the model writes on.");
    case TrialKind::Translate:
        return TryDialog::tr("Write a sentence to be translated.");
    case TrialKind::Tag:
        return TryDialog::tr("Write a sentence whose words the model tags.");
    case TrialKind::Classify:
        return TryDialog::tr("Choose a picture, or drop one here.");
    }
    return {};
}

QString actionOf(TrialKind use)
{
    switch (use) {
    case TrialKind::Chat:
        return TryDialog::tr("Send");
    case TrialKind::WriteOn:
        return TryDialog::tr("Write on");
    case TrialKind::Translate:
        return TryDialog::tr("Translate");
    case TrialKind::Tag:
        return TryDialog::tr("Tag");
    case TrialKind::Classify:
        return TryDialog::tr("Choose a picture\u2026");
    }
    return {};
}

// Words and punctuation with blanks between them, as taggers are trained.
QString inWords(const QString &sentence)
{
    static const QRegularExpression mark(
        QStringLiteral("([.,;:!?()\"\u201c\u201d\u00ab\u00bb]+)(?=\\s|$)|(?<=\\s|^)([(\"\u201c\u00ab]+)"));
    QString spaced = sentence;
    return spaced.replace(mark, QStringLiteral(" \\1\\2 ")).simplified();
}

// The name of a model's folder, or of the run that it is in.
QString nameOf(const QString &modelFolder)
{
    const QFileInfo folder(QDir::cleanPath(modelFolder));
    const bool isOfRun = folder.fileName() == QStringLiteral("model");
    return plainText(isOfRun ? QFileInfo(folder.path()).fileName() : folder.fileName(), 60);
}

} // namespace

bool TryDialog::canTry(const RunRecord &run)
{
    return !usableModel(run.folder).isEmpty() && (!usesOf(run).empty() || volumesOf(run));
}

void TryDialog::open(const RunRecord &run, QWidget *parent)
{
    QDialog *dialog = nullptr;
    if (const auto volumes = volumesOf(run))
        dialog = new SegmentDialog(run, *volumes, parent);
    else
        dialog = new TryDialog(run, parent);
    dialog->show();
}

TryDialog::TryDialog(const RunRecord &run, QWidget *parent)
    : QDialog(parent), m_uses(usesOf(run)), m_use(new QComboBox),
      m_after(new AnswerPane(usableModel(run.folder), QStringLiteral("tryAnswers"))), m_hint(makeLabel({}, "muted")),
      m_input(new QLineEdit), m_ask(makePrimaryButton({}, {}, QStringLiteral("askModel"))),
      m_stop(makeButton(tr("Stop"), QStringLiteral("stop"), QStringLiteral("stopModel"))), m_message(new MessageCard)
{
    setObjectName(QStringLiteral("tryDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Try %1").arg(plainText(run.name, 60)));
    setAcceptDrops(true);
    m_use->setObjectName(QStringLiteral("tryUse"));
    m_use->setAccessibleName(tr("What the model does"));
    for (const TrialKind use : m_uses)
        m_use->addItem(nameOf(use));
    m_use->setVisible(m_uses.size() > 1);
    m_hint->setObjectName(QStringLiteral("tryHint"));
    m_input->setObjectName(QStringLiteral("tryInput"));
    m_input->setMaxLength(longestQuestion);
    m_ask->setDefault(true);
    m_stop->setAutoDefault(false);

    auto *head = new QHBoxLayout;
    head->addWidget(makeLabel(windowTitle(), "title"), 1);
    head->addWidget(m_use);
    auto *answers = new QHBoxLayout;
    answers->setSpacing(gap);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_input, 1);
    line->addStretch();
    line->addWidget(m_stop);
    line->addWidget(m_ask);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addLayout(answers, 1);
    layout->addWidget(m_message);
    layout->addWidget(m_hint);
    if (const QString base = modelBefore(run); !base.isEmpty()) {
        m_before = new AnswerPane(base, QStringLiteral("answersBefore"));
        m_before->hide();
        answers->addWidget(m_before, 1);
        auto *compare = new QCheckBox(tr("Beside what it began with: %1").arg(nameOf(base)));
        compare->setObjectName(QStringLiteral("tryBefore"));
        compare->setToolTip(plainToolTip(tr("Both answer the same question; it takes the memory of both.")));
        layout->addWidget(compare);
        connect(compare, &QCheckBox::toggled, this, &TryDialog::showBefore);
    }
    answers->addWidget(m_after, 1);
    layout->addLayout(line);
    resize(620, 440);

    connect(m_use, &QComboBox::activated, this, &TryDialog::changeUse);
    connect(m_ask, &QPushButton::clicked, this, qOverload<>(&TryDialog::ask));
    connect(m_stop, &QPushButton::clicked, this, [this] {
        for (AnswerPane *pane : panes())
            pane->stop();
    });
    connect(m_input, &QLineEdit::textChanged, this, &TryDialog::refresh);
    for (AnswerPane *pane : {m_before, m_after}) {
        if (!pane)
            continue;
        connect(pane, &AnswerPane::ended, this, &TryDialog::refresh);
        connect(pane, &AnswerPane::failed, m_message, qOverload<const Error &>(&MessageCard::show));
    }
    changeUse();
    m_input->setFocus();
}

std::vector<AnswerPane *> TryDialog::panes() const
{
    return m_before && !m_before->isHidden() ? std::vector{m_before, m_after} : std::vector{m_after};
}

// The conversation begins anew, so that both know the same of it.
void TryDialog::showBefore(bool isShown)
{
    m_before->setName(tr("Before"));
    m_after->setName(isShown ? tr("After") : QString());
    for (AnswerPane *pane : {m_before, m_after})
        pane->clear();
    m_before->setVisible(isShown);
    if (isShown && width() < widthForBoth)
        resize(widthForBoth, height());
    m_message->clear();
    refresh();
}

TrialKind TryDialog::use() const
{
    return m_uses.at(static_cast<std::size_t>(std::max(0, m_use->currentIndex())));
}

void TryDialog::changeUse()
{
    for (AnswerPane *pane : panes())
        pane->stop();
    m_hint->setText(hintOf(use()));
    m_input->setAccessibleName(hintOf(use()));
    m_ask->setText(actionOf(use()));
    m_input->setVisible(use() != TrialKind::Classify);
    refresh();
}

void TryDialog::ask()
{
    if (use() == TrialKind::Classify)
        return choosePicture();
    const QString text = use() == TrialKind::Tag ? inWords(m_input->text()) : m_input->text();
    if (text.trimmed().isEmpty() || isBusy())
        return;
    m_input->clear();
    ask(text);
}

void TryDialog::choosePicture()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Choose a picture"), {}, tr("Pictures (%1)").arg(QStringLiteral("*.jpg *.jpeg *.png *.gz *ubyte")));
    if (!path.isEmpty())
        ask(path);
}

void TryDialog::ask(const QString &input)
{
    m_message->clear();
    for (AnswerPane *pane : panes())
        pane->ask(use(), input);
    refresh();
}

bool TryDialog::isBusy() const
{
    const auto all = panes();
    return std::any_of(all.begin(), all.end(), [](const AnswerPane *pane) { return pane->isBusy(); });
}

void TryDialog::refresh()
{
    m_stop->setEnabled(isBusy());
    m_ask->setEnabled(!isBusy() && (use() == TrialKind::Classify || !m_input->text().trimmed().isEmpty()));
}

void TryDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (use() == TrialKind::Classify && event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void TryDialog::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (use() == TrialKind::Classify && !urls.isEmpty() && urls.front().isLocalFile() && !isBusy())
        ask(urls.front().toLocalFile());
}

} // namespace motley
