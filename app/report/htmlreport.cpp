#include "app/report/htmlreport.h"

#include "app/report/curvesvg.h"
#include "app/report/reporttables.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "remote/session/isolated.h"
#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSaveFile>
#include <QXmlStreamWriter>

#include <algorithm>

namespace motley {

namespace {

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Report)
    MOTLEY_PHRASES(motley::Report)
};

constexpr int longestName = 80;
constexpr int longestJob = 100'000;

const char *const style = R"css(
body { font: 14px/1.45 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 1000px; margin: 32px auto;
  padding: 0 24px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 28px 0 8px; } p { margin: 4px 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: start; vertical-align: top; padding: 5px 18px 5px 0; border-bottom: 1px solid #d5dae0;
  white-space: pre-wrap; overflow-wrap: anywhere; }
th { font-weight: 600; } tr > th:first-child { color: #56606b; font-weight: 400; min-width: 9em; }
pre { direction: ltr; text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px;
  background: #f5f6f8; padding: 12px; }
svg { direction: ltr; } .chart { width: 100%; } .swatch { width: 26px; height: 10px; margin-inline-end: 6px; }
polyline { fill: none; stroke-width: 1.6; stroke-linejoin: round; } .grid { stroke: #e3e7eb; }
svg text { font-size: 11px; fill: #56606b; }
.muted { color: #56606b; } @media print { body { margin: 0; } svg, table { break-inside: avoid; } }
)css";

QString nameOf(const RunFigures &run)
{
    return isolated(plainText(run.run.name, longestName));
}

QString titleOf(const std::vector<RunFigures> &runs)
{
    return runs.size() == 1 ? nameOf(runs.front())
                            : ReportWords::tr("Comparison of %Ln run(s)", nullptr, int(runs.size()));
}

void writeHead(QXmlStreamWriter &xml, const QString &title)
{
    xml.writeStartElement(QStringLiteral("head"));
    const auto meta = [&xml](const char *key, const char *name, const char *content) {
        xml.writeEmptyElement(QStringLiteral("meta"));
        xml.writeAttribute(QLatin1String(key), QLatin1String(name));
        xml.writeAttribute(QStringLiteral("content"), QLatin1String(content));
    };
    xml.writeEmptyElement(QStringLiteral("meta"));
    xml.writeAttribute(QStringLiteral("charset"), QStringLiteral("utf-8"));
    meta("http-equiv", "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    meta("name", "viewport", "width=device-width");
    xml.writeTextElement(QStringLiteral("title"), title);
    xml.writeStartElement(QStringLiteral("style"));
    xml.writeDTD(QLatin1String(style)); // as it is: a browser takes no entities there
    xml.writeEndElement();
    xml.writeEndElement();
}

void writeCurves(QXmlStreamWriter &xml, const std::vector<RunFigures> &runs)
{
    const auto curves
        = [&runs](const std::vector<double> RunFigures::*x, const std::vector<double> RunFigures::*y, bool hasMarkers) {
              std::vector<SvgCurve> all;
              for (const RunFigures &run : runs)
                  all.push_back({nameOf(run), &(run.*x), &(run.*y), hasMarkers});
              return all;
          };
    const auto measured
        = std::find_if(runs.begin(), runs.end(), [](const RunFigures &run) { return run.best.has_value(); });
    const QString metric = measured == runs.end() ? QString() : metricName(measured->best->name);
    const bool isOfAll = std::all_of(runs.begin(), runs.end(),
        [&](const RunFigures &run) { return !run.best || run.best->name == measured->best->name; });
    const QString step = ReportWords::tr("Step");
    writeChart(xml, ReportWords::tr("Mean loss in nats"), step, curves(&RunFigures::steps, &RunFigures::loss, false));
    writeChart(xml, ReportWords::tr("Loss on the test set"), step,
        curves(&RunFigures::testSteps, &RunFigures::testLoss, true));
    if (measured != runs.end() && isOfAll)
        writeChart(xml,
            measured->best->unit == Metric::Unit::Fraction ? ReportWords::tr("Test: %1, percent").arg(metric)
                                                           : ReportWords::tr("Test: %1").arg(metric),
            step, curves(&RunFigures::testSteps, &RunFigures::testMetric, true));
    const bool isOneUnit
        = std::all_of(runs.begin(), runs.end(), [&](const RunFigures &run) { return run.unit == runs.front().unit; });
    if (isOneUnit)
        writeChart(xml,
            runs.front().unit == BatchUnit::Tokens ? ReportWords::tr("Tokens a second")
                                                   : ReportWords::tr("Samples a second"),
            step, curves(&RunFigures::steps, &RunFigures::speed, false));
}

void writeHappenings(QXmlStreamWriter &xml, const RunFigures &run, bool isNamed)
{
    std::vector<ReportRow> rows;
    for (const Happening &happening : run.happenings) {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(qint64(happening.time * 1000));
        rows.push_back({"happening", QLocale().toString(time, QLocale::ShortFormat),
            {ReportWords::tr("Step %1").arg(formatCount(happening.step)), happeningWords(happening, run)}});
    }
    if (rows.empty())
        return;
    xml.writeTextElement(QStringLiteral("h2"),
        isNamed ? ReportWords::tr("What happened in %1").arg(nameOf(run)) : ReportWords::tr("What happened"));
    writeTable(xml, {}, rows);
}

void writeJob(QXmlStreamWriter &xml, const RunFigures &run, bool isNamed)
{
    if (!run.job)
        return;
    xml.writeTextElement(
        QStringLiteral("h2"), isNamed ? ReportWords::tr("Job of %1").arg(nameOf(run)) : ReportWords::tr("Job"));
    xml.writeTextElement(QStringLiteral("pre"), plainText(toJson(*run.job), longestJob));
}

void writeBody(QXmlStreamWriter &xml, const std::vector<RunFigures> &runs, int baseline)
{
    xml.writeTextElement(QStringLiteral("h1"), titleOf(runs));
    xml.writeStartElement(QStringLiteral("p"));
    xml.writeAttribute(QStringLiteral("class"), QStringLiteral("muted"));
    xml.writeCharacters(ReportWords::tr("Written by Motley on %1")
                            .arg(QLocale().toString(QDateTime::currentDateTime(), QLocale::LongFormat)));
    xml.writeEndElement();
    const bool areSeveral = runs.size() > 1;
    if (areSeveral && baseline >= 0)
        xml.writeTextElement(
            QStringLiteral("p"), ReportWords::tr("Differences are from %1.").arg(nameOf(runs[std::size_t(baseline)])));
    QStringList names;
    for (const RunFigures &run : runs)
        names << nameOf(run);
    xml.writeTextElement(QStringLiteral("h2"), ReportWords::tr("Figures"));
    writeTable(xml, names, figureRows(runs, baseline));
    writeCurves(xml, runs);
    if (const auto rows = settingRows(runs); areSeveral && !rows.empty()) {
        xml.writeTextElement(QStringLiteral("h2"), ReportWords::tr("Settings that differ"));
        writeTable(xml, names, rows);
    }
    for (const RunFigures &run : runs)
        writeHappenings(xml, run, areSeveral);
    for (const RunFigures &run : runs)
        writeJob(xml, run, areSeveral);
}

} // namespace

QByteArray htmlReport(const std::vector<RunFigures> &runs, int baseline)
{
    QByteArray html;
    QXmlStreamWriter xml(&html);
    xml.writeDTD(QStringLiteral("<!DOCTYPE html>"));
    xml.writeStartElement(QStringLiteral("html"));
    xml.writeAttribute(QStringLiteral("lang"), QLocale().bcp47Name());
    xml.writeAttribute(QStringLiteral("dir"),
        QLocale().textDirection() == Qt::RightToLeft ? QStringLiteral("rtl") : QStringLiteral("ltr"));
    writeHead(xml, titleOf(runs));
    xml.writeStartElement(QStringLiteral("body"));
    writeBody(xml, runs, baseline);
    xml.writeEndElement();
    xml.writeEndElement();
    return html + '\n';
}

Result<void> saveReport(
    const std::vector<RunRecord> &runs, int baseline, const QString &path, const std::stop_token &stop)
{
    std::vector<RunFigures> figures;
    for (const RunRecord &run : runs) {
        auto read = figuresOf(run, stop);
        if (!read)
            return tl::unexpected(read.error());
        figures.push_back(*std::move(read));
    }
    return saveReport(figures, baseline, path);
}

Result<void> saveReport(const std::vector<RunFigures> &runs, int baseline, const QString &path)
{
    QSaveFile file(path);
    const QByteArray html = htmlReport(runs, baseline);
    if (!file.open(QIODevice::WriteOnly) || file.write(html) != html.size() || !commitWhole(file))
        return sentence(ReportWords::phrase("Could not write %1: choose another file.").arg(path),
            file.errorString().toStdString());
    return {};
}

} // namespace motley
