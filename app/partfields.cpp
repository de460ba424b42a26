#include "app/partfields.h"

#include "app/fieldproblem.h"
#include "app/pathfield.h"
#include "app/widgets.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>
#include <limits>

namespace motley {

namespace {

QString inLanguage(const char *words)
{
    return QCoreApplication::translate("JobField", words);
}

QString pathOf(const FieldView &view)
{
    return QString::fromStdString(view.path);
}

struct PutWhole {
    int number;

    void operator()(int *value) const { *value = number; }
    void operator()(std::int64_t *value) const { *value = number; }
};

// Ranges are wider than what is right, so that a wrong number typed is explained and not silently clipped.
QSpinBox *makeWhole()
{
    auto *box = new QSpinBox;
    box->setRange(0, std::numeric_limits<int>::max());
    box->setGroupSeparatorShown(true);
    return box;
}

QDoubleSpinBox *makeReal(const FieldInfo &info)
{
    auto *box = new QDoubleSpinBox;
    box->setRange(0, std::isfinite(info.most) ? std::max(info.most * 10, 10.0) : 1e9);
    box->setDecimals(6);
    box->setSingleStep(std::isfinite(info.most) && info.most <= 1 ? 0.05 : 1);
    return box;
}

} // namespace

PartFields::PartFields(QString part, QWidget *parent)
    : QWidget(parent), m_part(std::move(part)), m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(14);
    m_form->setVerticalSpacing(8);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    rebuild();
}

std::vector<FieldView> PartFields::views(JobSpec &job) const
{
    std::vector<FieldView> views;
    for (FieldView &view : viewsOf(job))
        if (pathOf(view).startsWith(m_part + QLatin1Char('.')))
            views.push_back(std::move(view));
    return views;
}

void PartFields::setJob(const JobSpec &job)
{
    const bool other = job.task.index() != m_job.task.index();
    m_job = job;
    if (other)
        rebuild();
    else
        fill();
    showWhatMatters();
    Q_EMIT changed();
}

void PartFields::readInto(JobSpec &job) const
{
    JobSpec mine = m_job;
    const auto from = views(mine);
    auto to = views(job);
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::visit(
            [&](const auto &source) {
                using Source = std::decay_t<decltype(source)>;
                auto &target = std::get<Source>(to[i].value);
                if constexpr (std::is_same_v<Source, ChoiceView>)
                    target.choose(source.chosen());
                else
                    *target = *source;
            },
            from[i].value);
    }
}

void PartFields::rebuild()
{
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    m_rows.clear();
    for (const FieldView &view : views(m_job))
        addRow(view);
    fill();
    showWhatMatters();
}

void PartFields::addRow(const FieldView &view)
{
    QWidget *editor = makeEditor(view);
    auto *named = qobject_cast<PathField *>(editor) ? static_cast<PathField *>(editor)->line() : editor;
    named->setObjectName(pathOf(view));
    named->setToolTip(inLanguage(view.info.help));
    named->setAccessibleName(inLanguage(view.info.label));
    auto *message = makeLabel({}, "field-error");
    message->setObjectName(pathOf(view) + QStringLiteral(".message"));
    message->setWordWrap(true);
    message->hide();
    auto *holder = new QWidget;
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(editor);
    column->addWidget(message);
    if (std::holds_alternative<bool *>(view.value)) { // says itself what it is for
        m_form->addRow(holder);
    } else {
        auto *label = makeLabel(inLanguage(view.info.label), "muted");
        label->setBuddy(editor);
        label->setToolTip(inLanguage(view.info.help));
        m_form->addRow(label, holder);
    }
    m_rows.push_back({pathOf(view), holder, named, message});
}

QWidget *PartFields::makeEditor(const FieldView &view)
{
    const QString path = pathOf(view);
    if (const auto *choice = std::get_if<ChoiceView>(&view.value)) {
        auto *box = new QComboBox;
        for (const char *words : choice->words)
            box->addItem(inLanguage(words));
        connect(box, &QComboBox::currentIndexChanged, this,
            [this, path](int index) { edit(path, [index](ChoiceView &value) { value.choose(index); }); });
        return box;
    }
    if (std::holds_alternative<bool *>(view.value)) {
        auto *box = new QCheckBox(inLanguage(view.info.label));
        connect(
            box, &QCheckBox::toggled, this, [this, path](bool on) { edit(path, [on](bool *value) { *value = on; }); });
        return box;
    }
    if (std::holds_alternative<DataPath *>(view.value)) {
        auto *field = new PathField;
        connect(field, &PathField::changed, this,
            [this, path, field] { edit(path, [field](DataPath *value) { *value = field->path().toStdString(); }); });
        return field;
    }
    if (std::holds_alternative<std::string *>(view.value)) {
        auto *line = new QLineEdit;
        connect(line, &QLineEdit::textChanged, this, [this, path](const QString &text) {
            edit(path, [&text](std::string *value) { *value = text.trimmed().toStdString(); });
        });
        return line;
    }
    if (std::holds_alternative<double *>(view.value)) {
        auto *box = makeReal(view.info);
        connect(box, &QDoubleSpinBox::valueChanged, this,
            [this, path](double number) { edit(path, [number](double *value) { *value = number; }); });
        return box;
    }
    auto *box = makeWhole();
    connect(box, &QSpinBox::valueChanged, this, [this, path](int number) { edit(path, PutWhole{number}); });
    return box;
}

// `take` gets the value of the field, if it is of a type that it takes.
template <typename Take>
void PartFields::edit(const QString &path, Take take)
{
    if (m_filling)
        return;
    for (FieldView &view : views(m_job)) {
        if (pathOf(view) != path)
            continue;
        std::visit(
            [&](auto &value) {
                if constexpr (std::is_invocable_v<Take, decltype(value)>)
                    take(value);
            },
            view.value);
    }
    showWhatMatters();
    Q_EMIT changed();
}

void PartFields::fill()
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
                else if constexpr (std::is_same_v<Value, DataPath *>)
                    qobject_cast<QLineEdit *>(editor)->setText(QString::fromStdString(value->path));
                else if constexpr (std::is_same_v<Value, std::string *>)
                    qobject_cast<QLineEdit *>(editor)->setText(QString::fromStdString(*value));
                else if constexpr (std::is_same_v<Value, double *>)
                    qobject_cast<QDoubleSpinBox *>(editor)->setValue(*value);
                else
                    qobject_cast<QSpinBox *>(editor)->setValue(int(*value));
            },
            shown[i].value);
    }
}

void PartFields::showWhatMatters()
{
    const auto shown = views(m_job);
    for (std::size_t i = 0; i < shown.size(); ++i)
        m_form->setRowVisible(m_rows[i].holder, shown[i].info.used);
}

void PartFields::showProblem(const QString &message)
{
    for (const Row &row : m_rows) {
        const bool wrong = namesField(message, row.path);
        row.message->setText(wrong ? message : QString());
        row.message->setVisible(wrong);
        setStyleProperty(row.editor, "invalid", wrong);
    }
}

} // namespace motley
