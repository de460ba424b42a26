#include "app/pages/form/jobpartform.h"

#include "app/pages/form/fieldeditors.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/pathfield.h"
#include "app/words/fieldwords.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int fieldWidth = 120; // pixels at least
constexpr int roomyFieldWidth = 150;
constexpr int headMargin = 14; // pixels below a head, as much as the message of a field takes

QString pathOf(const FieldView &view)
{
    return QString::fromStdString(view.path);
}

} // namespace

JobPartForm::JobPartForm(QStringList paths, QWidget *parent)
    : QWidget(parent), m_paths(std::move(paths)), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(14);
    m_form->setVerticalSpacing(4); // a message below a field stands nearer to it than to the next one
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows); // labels are longer in some languages
    rebuild();
}

void JobPartForm::addHead(const QString &words, QWidget *editor)
{
    auto *label = makeLabel(words, "muted");
    alignBeside(label, editor);
    auto *holder = new QWidget;
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, headMargin);
    column->addWidget(editor);
    m_form->insertRow(m_headRows++, label, holder);
}

void JobPartForm::explain(const QString &path, const QString &words)
{
    m_explanations[path] = words;
    rebuild();
}

int JobPartForm::labelWidth() const
{
    int widest = 0;
    for (const Row &row : m_rows)
        if (row.label && !row.holder->isHidden())
            widest = std::max(widest, row.label->sizeHint().width());
    return widest;
}

void JobPartForm::alignFields(int labels)
{
    int fields = 0;
    for (const Row &row : m_rows)
        if (!row.holder->isHidden())
            fields = std::max(fields, row.holder->minimumSizeHint().width());
    const bool hasRoom = labels + m_form->horizontalSpacing() + fields <= width();
    for (const Row &row : m_rows)
        if (row.label)
            row.label->setMinimumWidth(hasRoom ? labels : 0);
}

int JobPartForm::roomyWidth() const
{
    int labels = 0;
    int fields = roomyFieldWidth;
    for (const Row &row : m_rows) {
        if (!row.label || row.holder->isHidden() || row.holder->findChild<PathField *>())
            continue;
        labels = std::max(labels, row.label->sizeHint().width());
        fields = std::max(fields, row.holder->minimumSizeHint().width());
    }
    return labels + m_form->horizontalSpacing() + fields;
}

std::vector<FieldView> JobPartForm::views(JobSpec &job) const
{
    std::vector<FieldView> views;
    const std::vector<FieldView> all = viewsOf(job);
    for (const QString &path : m_paths)
        for (const FieldView &view : all)
            if (path.endsWith(QLatin1Char('.')) ? pathOf(view).startsWith(path) : pathOf(view) == path)
                views.push_back(view);
    return views;
}

bool JobPartForm::hasRowsFor(const std::vector<FieldView> &views) const
{
    return std::equal(views.begin(), views.end(), m_rows.begin(), m_rows.end(),
        [](const FieldView &view, const Row &row) { return pathOf(view) == row.path; });
}

void JobPartForm::setJob(const JobSpec &job)
{
    m_job = job;
    for (Row &row : m_rows)
        row.isTouched = false;
    if (hasRowsFor(views(m_job)))
        fill();
    else
        rebuild();
    showRelevantFields();
    Q_EMIT changed();
}

void JobPartForm::readInto(JobSpec &job) const
{
    JobSpec mine = m_job;
    const auto from = views(mine);
    auto to = views(job);
    for (std::size_t i = 0; i < from.size(); ++i)
        copyValue(from[i], to[i]);
}

void JobPartForm::rebuild()
{
    for (const Row &row : m_rows) {
        takeOut(row);
        delete row.label;
        delete row.holder;
    }
    m_rows.clear();
    for (const FieldView &view : views(m_job))
        addRow(view);
    fill();
    showRelevantFields();
}

void JobPartForm::addRow(const FieldView &view)
{
    QWidget *editor = makeEditor(
        view, [this, path = pathOf(view)](const std::function<void(FieldView &)> &change) { edit(path, change); });
    auto *named = qobject_cast<PathField *>(editor) ? static_cast<PathField *>(editor)->line() : editor;
    named->setObjectName(pathOf(view));
    named->setToolTip(fieldText(view.info.help));
    named->setAccessibleName(fieldText(view.info.label));
    auto *message = new ElidedLabel("field-error");
    message->setObjectName(pathOf(view) + QStringLiteral(".message"));
    message->setFixedHeight(message->sizeHint().height());
    QSizePolicy reserved(QSizePolicy::Ignored, QSizePolicy::Fixed);
    reserved.setRetainSizeWhenHidden(true);
    message->setSizePolicy(reserved);
    message->hide();
    auto *holder = new QWidget(this);
    holder->hide();
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(editor);
    if (const QString words = m_explanations.value(pathOf(view)); !words.isEmpty()) {
        auto *explanation = makeLabel(words, "muted");
        explanation->setObjectName(pathOf(view) + QStringLiteral(".explanation"));
        explanation->setWordWrap(true);
        explanation->setContentsMargins(0, 3, 0, 0);
        column->addWidget(explanation);
    }
    column->addWidget(message);
    QLabel *label = nullptr;
    if (!std::holds_alternative<bool *>(view.value)) { // a check box has its label in itself
        label = makeLabel(fieldText(view.info.label), "muted");
        label->setParent(this);
        label->hide();
        label->setBuddy(editor);
        if (editor == named) // unless it is a path, whose editor has a button too
            editor->setMinimumWidth(fieldWidth);
        label->setToolTip(fieldText(view.info.help));
        alignBeside(label, editor);
    }
    m_rows.push_back({pathOf(view), label, holder, named, message});
}

void JobPartForm::edit(const QString &path, const std::function<void(FieldView &)> &change)
{
    if (m_filling)
        return;
    for (Row &row : m_rows)
        row.isTouched = row.isTouched || row.path == path;
    for (FieldView &view : views(m_job))
        if (pathOf(view) == path)
            change(view);
    showRelevantFields();
    Q_EMIT changed();
}

void JobPartForm::fill()
{
    const QScopedValueRollback filling(m_filling, true);
    const auto shown = views(m_job);
    for (std::size_t i = 0; i < shown.size(); ++i)
        showValue(shown[i], m_rows[i].editor);
}

void JobPartForm::setEssentials(const QStringList &paths)
{
    m_essentials = paths;
    showRelevantFields();
}

void JobPartForm::showAll(bool all)
{
    m_showsAll = all;
    showRelevantFields();
}

void JobPartForm::setUnneeded(const QSet<QString> &paths)
{
    if (std::exchange(m_unneeded, paths) != paths)
        showRelevantFields();
}

// Not paths, as none of them is usual.
void JobPartForm::markChanged(const QSet<QString> &paths)
{
    for (const Row &row : m_rows)
        if (!row.holder->findChild<PathField *>())
            setStyleProperty(
                row.label ? static_cast<QWidget *>(row.label) : row.editor, "changed", paths.contains(row.path));
}

void JobPartForm::unfold(const QSet<QString> &paths)
{
    if (std::exchange(m_unfolded, paths) != paths)
        showRelevantFields();
}

bool JobPartForm::isFolded(const Row &row) const
{
    if (row.isTouched || row.isWrong || m_unfolded.contains(row.path))
        return false;
    const bool isEssential = m_showsAll || m_essentials.isEmpty() || m_essentials.contains(row.path);
    return !isEssential || m_unneeded.contains(row.path);
}

// Keeps only rows that are used and not folded in the layout: once rows have been hidden and shown by turns,
// QFormLayout (Qt 6.4) gives some shown row the height of a hidden one, which is none.
void JobPartForm::showRelevantFields()
{
    const auto shown = views(m_job);
    int index = m_headRows;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Row &row = m_rows[i];
        const bool isIn = m_form->indexOf(row.holder) >= 0;
        if (!shown[i].info.used || isFolded(row)) {
            takeOut(row);
            continue;
        }
        if (!isIn && row.label) {
            m_form->insertRow(index, row.label, row.holder);
            row.label->show();
        } else if (!isIn) {
            m_form->insertRow(index, row.holder);
        }
        row.holder->show();
        ++index;
    }
}

void JobPartForm::takeOut(const Row &row)
{
    if (m_form->indexOf(row.holder) < 0)
        return;
    const auto taken = m_form->takeRow(row.holder);
    delete taken.labelItem;
    delete taken.fieldItem;
    row.holder->hide();
    if (row.label)
        row.label->hide();
}

void JobPartForm::showProblem(const QString &path, const QString &words)
{
    for (Row &row : m_rows) {
        const auto *line = qobject_cast<const QLineEdit *>(row.editor);
        const bool isLeftToFill = line && line->text().isEmpty() && !row.isTouched;
        row.isWrong = row.path == path && !isLeftToFill;
        row.message->setText(row.isWrong ? words : QString());
        row.message->setVisible(row.isWrong);
        setStyleProperty(row.editor, "invalid", row.isWrong);
    }
    showRelevantFields();
}

} // namespace motley
