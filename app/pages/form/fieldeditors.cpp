#include "app/pages/form/fieldeditors.h"

#include "app/widgets/optionalspinbox.h"
#include "app/widgets/pathfield.h"
#include "app/widgets/realspinbox.h"
#include "app/words/fieldwords.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr int mostWhole = std::numeric_limits<int>::max(); // of a spin box; a job may hold larger numbers

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

// Calls `change` with what the user typed where the field is of its type.
template <typename Typed>
void put(const Typed &typed, FieldView &field)
{
    std::visit(
        [&](auto &value) {
            if constexpr (requires { put(typed, value); })
                put(typed, value);
        },
        field.value);
}

} // namespace

QWidget *makeEditor(const FieldView &view, const FieldEdited &edited)
{
    const auto typed = [edited](auto value) { edited([value](FieldView &field) { put(value, field); }); };
    if (const auto *choice = std::get_if<ChoiceView>(&view.value)) {
        auto *box = new QComboBox;
        for (const char *words : choice->words)
            box->addItem(fieldText(words));
        QObject::connect(box, &QComboBox::currentIndexChanged, box, [edited](int index) {
            edited([index](FieldView &field) { std::get<ChoiceView>(field.value).choose(index); });
        });
        return box;
    }
    if (std::holds_alternative<bool *>(view.value)) {
        auto *box = new QCheckBox(fieldText(view.info.label));
        QObject::connect(box, &QCheckBox::toggled, box, typed);
        return box;
    }
    if (std::holds_alternative<DataPath *>(view.value)) {
        auto *field = new PathField;
        QObject::connect(field, &PathField::changed, field, [field, typed] { typed(field->path()); });
        return field;
    }
    if (std::holds_alternative<std::string *>(view.value) || std::holds_alternative<std::uint64_t *>(view.value)) {
        auto *line = makeText(view);
        QObject::connect(line, &QLineEdit::textChanged, line, typed);
        return line;
    }
    if (std::holds_alternative<double *>(view.value)) {
        auto *box = makeReal(view.info);
        QObject::connect(box, &QDoubleSpinBox::valueChanged, box, typed);
        return box;
    }
    if (std::holds_alternative<std::optional<std::int64_t> *>(view.value)) {
        auto *box = new OptionalSpinBox(fieldText(view.info.none), fieldText(view.info.zero));
        QObject::connect(box, &QSpinBox::valueChanged, box, [box, typed] { typed(box->number()); });
        return box;
    }
    auto *box = makeWhole(view.info);
    QObject::connect(box, &QSpinBox::valueChanged, box, typed);
    return box;
}

void showValue(const FieldView &view, QWidget *editor)
{
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
        view.value);
}

} // namespace motley
