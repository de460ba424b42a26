#include "app/widgets/pathfield.h"

#include "app/widgets/pageelements.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace motley {

namespace {

constexpr int leastWidth = 70; // pixels; a shorter path cannot be read
constexpr int spareWidth = 40;

} // namespace

PathField::PathField(QWidget *parent) : QWidget(parent), m_line(new QLineEdit)
{
    m_line->setLayoutDirection(Qt::LeftToRight);
    auto *browse = makeButton(tr("Browse…"), QStringLiteral("folder"), QStringLiteral("browse"));
    auto *choices = new QMenu(browse);
    choices->addAction(tr("A folder…"), this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Choose a folder"), path());
        if (!chosen.isEmpty())
            setPath(chosen);
    });
    choices->addAction(tr("A file…"), this, [this] {
        const QString chosen = QFileDialog::getOpenFileName(this, tr("Choose a file"), path());
        if (!chosen.isEmpty())
            setPath(chosen);
    });
    // Not the button's own menu: from right to left Qt then moves the words away from their icon, out of the button.
    connect(browse, &QPushButton::clicked, choices,
        [browse, choices] { choices->popup(browse->mapToGlobal(browse->rect().bottomLeft())); });
    m_line->setMinimumWidth(leastWidth);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_line, 1);
    layout->addWidget(browse);
    setFocusProxy(m_line);
    connect(m_line, &QLineEdit::textChanged, this, &PathField::changed);
}

// With some room to spare: a form decides by this hint and the field's own label whether the field gets a line of its
// own, but then leaves it what the form's longest label does.
QSize PathField::minimumSizeHint() const
{
    return QWidget::minimumSizeHint() + QSize(spareWidth, 0);
}

QString PathField::path() const
{
    return m_line->text().trimmed();
}

void PathField::setPath(const QString &path)
{
    m_line->setText(path);
}

} // namespace motley
