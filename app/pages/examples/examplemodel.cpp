#include "app/pages/examples/examplemodel.h"

#include "app/pages/examples/examplepictures.h"
#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/examples/examplewords.h"
#include "app/words/format.h"

#include <QGuiApplication>

#include <algorithm>

namespace motley {

namespace {

constexpr int iconSide = 16; // pixels

QIcon iconOf(ExampleResult result)
{
    switch (result) {
    case ExampleResult::Right:
        return themedIcon(QStringLiteral("ok"), &Colours::good);
    case ExampleResult::Partly:
        return themedIcon(QStringLiteral("warning"), &Colours::warning);
    case ExampleResult::Wrong:
        return themedIcon(QStringLiteral("error"), &Colours::bad);
    case ExampleResult::NoQuestion:
        break;
    }
    return {};
}

} // namespace

// Where the same examples are shown, the chosen row stays chosen.
void ExampleModel::show(const ExampleHistory *history, const TestExamples *test)
{
    const auto idsOf = [](const std::vector<TestExample> &examples) {
        std::vector<std::int64_t> ids;
        for (const TestExample &example : examples)
            ids.push_back(example.id);
        return ids;
    };
    std::vector<TestExample> examples = test ? test->examples : std::vector<TestExample>();
    const bool areTheSame = m_history == history && !examples.empty() && idsOf(examples) == idsOf(m_examples);
    if (areTheSame) {
        m_examples = std::move(examples);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_history = history;
    m_examples = std::move(examples);
    endResetModel();
}

const TestExample *ExampleModel::exampleAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_examples[std::size_t(row)] : nullptr;
}

int ExampleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_examples.size());
}

int ExampleModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ExampleModel::textOf(const TestExample &example, int column) const
{
    switch (column) {
    case Shown:
        return exampleText(example);
    case Expected:
        return expectedText(example);
    case Predicted:
        return predictedText(example);
    default:
        return resultWords(example);
    }
}

QImage ExampleModel::pictureAt(int row, int column) const
{
    const TestExample *example = exampleAt(row);
    if (!example)
        return {};
    const ExampleHistory::Pictures &pictures = m_history->picturesOf(example->id);
    const bool hasMarks = !pictures.expected.empty();
    QImage picture;
    if (column == Shown || (hasMarks && column != Result))
        picture = decodedPicture(pictures.shown);
    if (picture.isNull())
        return {};
    const Colours &colours = Theme::current().colours();
    if (column == Expected)
        picture = markedPicture(picture, decodedPicture(pictures.expected), colours.series(0));
    if (column == Predicted)
        picture = markedPicture(
            picture, decodedPicture(example->predictedPicture.value_or(std::string())), colours.series(1));
    return picture;
}

QVariant ExampleModel::data(const QModelIndex &index, int role) const
{
    const TestExample *example = exampleAt(index.row());
    if (!example)
        return {};
    const QString text = textOf(*example, index.column());
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Result ? text : text.simplified(); // which keeps no no-break space
    case Qt::ToolTipRole:
        return text.isEmpty() ? QVariant() : plainToolTip(text);
    case Qt::AccessibleTextRole:
        return text.isEmpty() && index.column() == Shown ? tr("Picture %1").arg(formatCount(example->id + 1)) : text;
    case Qt::DecorationRole: {
        if (index.column() == Result)
            return iconOf(resultOf(*example)).pixmap({iconSide, iconSide}, qGuiApp->devicePixelRatio());
        const QPixmap picture
            = scaledPicture(pictureAt(index.row(), index.column()), pictureHeight, qGuiApp->devicePixelRatio());
        return picture.isNull() ? QVariant() : picture;
    }
    case Qt::ForegroundRole:
        if (index.column() == Predicted && resultOf(*example) == ExampleResult::Wrong)
            return Theme::current().colours().bad;
        return {};
    default:
        return {};
    }
}

QVariant ExampleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Shown:
        return tr("Example");
    case Expected:
        return tr("Expected");
    case Predicted:
        return tr("Predicted");
    default:
        return tr("Result");
    }
}

} // namespace motley
