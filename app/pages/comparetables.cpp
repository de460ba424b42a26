#include "app/pages/comparetables.h"

#include "app/plots/metricplot.h"
#include "app/report/comparison.h"
#include "app/report/reporttables.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/outcomename.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QStandardItemModel>

namespace motley {

namespace {

struct CompareWords {
    Q_DECLARE_TR_FUNCTIONS(motley::ComparePage)
};

constexpr int longestName = 60;
constexpr QSize swatchSize(26, 12);

QIcon swatchOf(int curve)
{
    QPixmap picture(swatchSize);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    PlotCurve line;
    line.colour = curve;
    line.dashed = true;
    drawSwatch(painter, line, QRectF(QPointF(), swatchSize));
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected); // in the chosen row too it has the colour of its curve
    return icon;
}

QStandardItem *cell(const QString &text, bool isNumber = true)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    if (isNumber)
        item->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    return item;
}

QString nameOf(const RunFigures &run)
{
    return isolated(plainText(run.run.name, longestName));
}

} // namespace

void fillFigures(QStandardItemModel &table, const std::vector<RunFigures> &runs, int baseline)
{
    const QString difference = QStringLiteral("\u0394"); // in any language
    table.clear();
    table.setHorizontalHeaderLabels({CompareWords::tr("Run"), CompareWords::tr("State"), CompareWords::tr("Best test"),
        difference, CompareWords::tr("Time"), difference, CompareWords::tr("Speed"), difference});
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunFigures &run = runs[i];
        const RunFigures &base = runs[std::size_t(baseline)];
        const bool isBase = int(i) == baseline;
        auto *name = cell(isBase ? CompareWords::tr("%1 (baseline)").arg(nameOf(run)) : nameOf(run), false);
        name->setIcon(swatchOf(int(i)));
        table.appendRow({name, cell(outcomeName(run.run.outcome), false),
            cell(run.best ? describeMetric(*run.best) : notKnown()), cell(isBase ? QString() : bestAgainst(run, base)),
            cell(formatDuration(run.seconds)), cell(isBase ? QString() : secondsAgainst(run, base)),
            cell(rateWords(run.meanSpeed, run.unit)), cell(isBase ? QString() : speedAgainst(run, base))});
    }
    for (int column = 2; column < table.columnCount(); ++column) {
        table.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
        if (table.horizontalHeaderItem(column)->text() == difference)
            table.horizontalHeaderItem(column)->setToolTip(CompareWords::tr("Against baseline"));
    }
}

void fillSettings(QStandardItemModel &table, const std::vector<RunFigures> &runs)
{
    table.clear();
    QStringList headings{CompareWords::tr("Setting")};
    for (const RunFigures &run : runs)
        headings << nameOf(run);
    table.setHorizontalHeaderLabels(headings);
    for (const SettingRow &setting : settingsThatDiffer(runs)) {
        QList<QStandardItem *> row{cell(setting.name, false)};
        row.front()->setToolTip(plainToolTip(setting.path));
        for (const QString &value : setting.values) {
            row << cell(value, false);
            row.back()->setToolTip(plainToolTip(value));
        }
        table.appendRow(row);
    }
}

} // namespace motley
