// The tables of a report: a column for each run.
#pragma once

#include "app/report/runfigures.h"

#include <QString>
#include <QStringList>

#include <vector>

class QXmlStreamWriter;

namespace motley {

struct ReportRow {
    const char *id = ""; // for programs that read the report
    QString name;
    QStringList values; // of each run; several lines are written as such
};

// `baseline`: the run that the others are held against. -1: there is none.
std::vector<ReportRow> figureRows(const std::vector<RunFigures> &runs, int baseline);
std::vector<ReportRow> settingRows(const std::vector<RunFigures> &runs); // only what differs
// Without names there is no head.
void writeTable(QXmlStreamWriter &xml, const QStringList &names, const std::vector<ReportRow> &rows);

QString happeningWords(const Happening &happening, const RunFigures &run);

} // namespace motley
