#include "app/pages/jobpartform.h"

#include "app/widgets/elidedlabel.h"
#include "app/widgets/optionalspinbox.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/pathfield.h"
#include "app/widgets/realspinbox.h"
#include "app/words/fieldwords.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int mostWhole = std::numeric_limits<int>::max(); // of a spin box; a job may hold larger numbers
constexpr int fieldWidth = 120; // pixels at least
constexpr int roomyFieldWidth = 150;
constexpr int headMargin = 14; // pixels below a head, as much as the message of a field takes

QString pathOf(const FieldView &view)
{
    return QString::fromStdString(view.path);
}

// Ranges are wider than what is right, so that a wrong number typed is explained and not silently clipped.
QSpinBox *makeWhole(const FieldInfo &info)
{
    auto *box = new QSpinBox;
    box->setRange(0, mostWhole);
    box->setGroupSeparatorShown(true);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setSpecialValueText(fieldText(info.zero));
    return box;
}

RealSpinBox *makeReal(const FieldInfo &info)
{
    auto *box = new RealSpinBox;
    box->setRange(0, std::isfinite(info.most) ? std::max(info.most * 10, 10.0) : 1e9);
    box->setSpecialValueText(fieldText(info.zero));
    return box;
}

QLineEdit *makeText(const FieldView &view)
{
    auto *line = new QLineEdit;
    if (std::holds_alternative<std::uint64_t *>(view.value)) // more than a spin box holds
        line->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), line));
    return line;
}

QString textOf(std::uint64_t number)
{
    return QString::number(number);
}

QString textOf(const std::string &text)
{
    return QString::fromStdString(text);
}

QString textOf(const DataPath &path)
{
    return QString::fromStdString(path.path);
}

// Converts what the user typed to the type of the field.
void put(const QString &text, std::uint64_t *value)
{
    *value = text.toULongLong();
}

void put(const QString &text, std::string *value)
{
    *value = text.trimmed().toStdString();
}

void put(const QString &text, DataPath *value)
{
    *value = text.toStdString();
}

void put(int number, int *value)
{
    *value = number;
}

void put(int number, std::int64_t *value)
{
    *value = number;
}

void put(std::optional<std::int64_t> number, std::optional<std::int64_t> *value)
{
    *value = number;
}

void put(double number, double *value)
{
    *value = number;
}

void put(bool on, bool *value)
{
    *value = on;
}

} // namespace

JobPartForm::JobPartForm(QStringList paths, QWidget *parent)
    : QWidget(parent), m_paths(std::move(paths)), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(14);
    m_form->setVerticalSpacing(1);
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
    QWidget *editor = makeEditor(view);
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

QWidget *JobPartForm::makeEditor(const FieldView &view)
{
    const auto edited = [this, path = pathOf(view)](auto typed) {
        edit(path, [&typed](auto value) -> decltype(put(typed, value)) { put(typed, value); });
    };
    if (const auto *choice = std::get_if<ChoiceView>(&view.value)) {
        auto *box = new QComboBox;
        for (const char *words : choice->words)
            box->addItem(fieldText(words));
        connect(box, &QComboBox::currentIndexChanged, this, [this, path = pathOf(view)](int index) {
            edit(path, [index](ChoiceView &value) { value.choose(index); });
        });
        return box;
    }
    if (std::holds_alternative<bool *>(view.value)) {
        auto *box = new QCheckBox(fieldText(view.info.label));
        connect(box, &QCheckBox::toggled, this, edited);
        return box;
    }
    if (std::holds_alternative<DataPath *>(view.value)) {
        auto *field = new PathField;
        connect(field, &PathField::changed, this, [field, edited] { edited(field->path()); });
        return field;
    }
    if (std::holds_alternative<std::string *>(view.value) || std::holds_alternative<std::uint64_t *>(view.value)) {
        auto *line = makeText(view);
        connect(line, &QLineEdit::textChanged, this, edited);
        return line;
    }
    if (std::holds_alternative<double *>(view.value)) {
        auto *box = makeReal(view.info);
        connect(box, &QDoubleSpinBox::valueChanged, this, edited);
        return box;
    }
    if (std::holds_alternative<std::optional<std::int64_t> *>(view.value)) {
        auto *box = new OptionalSpinBox(fieldText(view.info.none), fieldText(view.info.zero));
        connect(box, &QSpinBox::valueChanged, this, [box, edited] { edited(box->number()); });
        return box;
    }
    auto *box = makeWhole(view.info);
    connect(box, &QSpinBox::valueChanged, this, edited);
    return box;
}

// Calls `change` with the field's value if `change` accepts the type of the value.
template <typename Change>
void JobPartForm::edit(const QString &path, Change change)
{
    if (m_filling)
        return;
    for (Row &row : m_rows)
        row.isTouched = row.isTouched || row.path == path;
    for (FieldView &view : views(m_job)) {
        if (pathOf(view) != path)
            continue;
        std::visit(
            [&](auto &value) {
                if constexpr (std::is_invocable_v<Change, decltype(value)>)
                    change(value);
            },
            view.value);
    }
    showRelevantFields();
    Q_EMIT changed();
}

void JobPartForm::fill()
{
    const QScopedValueRollback filling(m_filling, true);
    const auto shown = views(m_job);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        QWidget *editor = m_rows[i].editor;
        std::visit(
            [&](const auto &value) {
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, ChoiceView>)
                    qobject_cast<QComboBox *>(editor)->setCurrentIndex(value.chosen());
                else if constexpr (std::is_same_v<Value, bool *>)
                    qobject_cast<QCheckBox *>(editor)->setChecked(*value);
                else if constexpr (std::is_same_v<Value, double *>)
                    qobject_cast<QDoubleSpinBox *>(editor)->setValue(*value);
                else if constexpr (std::is_same_v<Value, std::optional<std::int64_t> *>)
                    static_cast<OptionalSpinBox *>(editor)->setNumber(*value);
                else if constexpr (std::is_same_v<Value, int *> || std::is_same_v<Value, std::int64_t *>)
                    qobject_cast<QSpinBox *>(editor)->setValue(int(std::min<std::int64_t>(*value, mostWhole)));
                else
                    qobject_cast<QLineEdit *>(editor)->setText(textOf(*value));
            },
            shown[i].value);
    }
}

// Keeps only rows that are used in the layout: once rows have been hidden and shown by turns, QFormLayout (Qt 6.4)
// gives some shown row the height of a hidden one, which is none.
void JobPartForm::showRelevantFields()
{
    const auto shown = views(m_job);
    int index = m_headRows;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Row &row = m_rows[i];
        const bool isIn = m_form->indexOf(row.holder) >= 0;
        if (!shown[i].info.used) {
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
    for (const Row &row : m_rows) {
        const auto *line = qobject_cast<const QLineEdit *>(row.editor);
        const bool isLeftToFill = line && line->text().isEmpty() && !row.isTouched;
        const bool wrong = row.path == path && !isLeftToFill;
        row.message->setText(wrong ? words : QString());
        row.message->setVisible(wrong);
        setStyleProperty(row.editor, "invalid", wrong);
    }
}

} // namespace motley
