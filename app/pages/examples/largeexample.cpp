#include "app/pages/examples/largeexample.h"

#include "app/dialogs/slicepicture.h"
#include "app/widgets/pageelements.h"

#include <QGridLayout>

namespace motley {

namespace {

constexpr int leastSide = 40; // pixels, so that a low drawer needs not grow

} // namespace

LargeExample::LargeExample(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("largeExample"));
    m_parts[ExampleModel::Shown] = {makeLabel(tr("As it is"), "caption"),
        new SlicePicture(QStringLiteral("largeShown"), tr("The example as it is"))};
    m_parts[ExampleModel::Expected] = {makeLabel(ExampleModel::tr("Expected"), "caption"),
        new SlicePicture(QStringLiteral("largeExpected"), tr("The example with what is expected"))};
    m_parts[ExampleModel::Predicted] = {makeLabel(ExampleModel::tr("Predicted"), "caption"),
        new SlicePicture(QStringLiteral("largePredicted"), tr("The example with what was predicted"))};
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(2);
    grid->setRowStretch(1, 1);
    for (int column = 0; column < int(m_parts.size()); ++column) {
        const Part &part = m_parts[std::size_t(column)];
        part.picture->setMinimumSize(leastSide, leastSide);
        grid->addWidget(part.name, 0, column);
        grid->addWidget(part.picture, 1, column);
    }
}

void LargeExample::showExample(const ExampleModel &examples, int row)
{
    for (int column = 0; column < int(m_parts.size()); ++column) {
        const Part &part = m_parts[std::size_t(column)];
        const QImage picture = examples.pictureAt(row, column);
        part.picture->setPicture(picture);
        part.name->setVisible(!picture.isNull());
        part.picture->setVisible(!picture.isNull());
    }
}

} // namespace motley
