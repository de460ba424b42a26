#include "app/report/reporttables.h"

#include "app/report/comparison.h"
#include "app/report/curvesvg.h"
#include "app/words/format.h"
#include "app/words/membershipwords.h"
#include "app/words/metricwords.h"
#include "app/words/outcomename.h"
#include "app/words/slowdownwords.h"

#include <QCoreApplication>
#include <QLocale>
#include <QXmlStreamWriter>

namespace motley {

namespace {

struct TableWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Report)
};

constexpr int longestWords = 400; // of another machine

QStringList machinesOf(const RunFigures &run)
{
    QStringList names;
    const auto &plan = run.members.plan();
    for (const auto &machine : plan ? plan->machines : decltype(plan->machines)())
        names << plainText(machine.name, 60);
    return names;
}

// Each machine with its devices and shares; those that were planned, where training did not begin.
QString machineWords(const RunFigures &run)
{
    QStringList lines;
    const auto &plan = run.members.plan();
    const QStringList machines = machinesOf(run);
    const std::int64_t batch = run.started ? run.started->batch : 0;
    for (const PlannedRank &rank : plan ? plan->ranks : std::vector<PlannedRank>())
        lines << TableWords::tr("%1, %2: %3")
                     .arg(machines.value(rank.machine, formatCount(rank.machine)), deviceWords(rank),
                         run.members.isLost(rank.machine) ? notInTheRun() : shareWords(rank.share, batch, run.unit));
    for (const Machine &machine : plan ? std::vector<Machine>() : run.run.machines)
        lines << plainText(machine.name, 60);
    return lines.join(QLatin1Char('\n'));
}

QString against(const QString &value, const QString &difference)
{
    return difference.isEmpty() ? value : TableWords::tr("%1 (%2)").arg(value, difference);
}

QString stepWords(const RunFigures &run)
{
    const QString last = formatCount(run.steps.empty() ? 0 : static_cast<std::int64_t>(run.steps.back()));
    return run.started ? TableWords::tr("%1 of %2").arg(last, formatCount(run.started->totalSteps)) : last;
}

QString bestWords(const RunFigures &run)
{
    return run.best ? TableWords::tr("%1 after step %2").arg(describeMetric(*run.best), formatCount(run.bestStep))
                    : notKnown();
}

QString modelWords(const RunFigures &run)
{
    return run.started ? TableWords::tr("%1, %2 parameters")
                             .arg(plainText(run.started->model, 80), formatCount(run.started->parameters))
                       : notKnown();
}

struct Figure {
    const char *id;
    QString name;
    QString (*words)(const RunFigures &run);
    QString (*difference)(const RunFigures &run, const RunFigures &baseline);
};

std::vector<Figure> figures()
{
    return {
        {"state", TableWords::tr("State"), [](const RunFigures &run) { return outcomeName(run.run.outcome); }, nullptr},
        {"started", TableWords::tr("Started"),
            [](const RunFigures &run) { return QLocale().toString(run.run.started, QLocale::ShortFormat); }, nullptr},
        {"best", TableWords::tr("Best test"), bestWords, bestAgainst},
        {"loss", TableWords::tr("Last loss"),
            [](const RunFigures &run) { return run.loss.empty() ? notKnown() : formatNumber(run.loss.back()); },
            nullptr},
        {"time", TableWords::tr("Time"), [](const RunFigures &run) { return formatDuration(run.seconds); },
            secondsAgainst},
        {"speed", TableWords::tr("Speed"), [](const RunFigures &run) { return rateWords(run.meanSpeed, run.unit); },
            speedAgainst},
        {"steps", TableWords::tr("Steps"), stepWords, nullptr},
        {"model", TableWords::tr("Model"), modelWords, nullptr},
        {"machines", TableWords::tr("Machines"), machineWords, nullptr},
        {"tags", TableWords::tr("Tags"),
            [](const RunFigures &run) { return plainText(joinParts(run.run.annotation.tags)); }, nullptr},
        {"note", TableWords::tr("Note"), [](const RunFigures &run) { return plainText(run.run.annotation.note); },
            nullptr},
    };
}

QString words(const Warning &event, const RunFigures &)
{
    return plainText(event.message, longestWords);
}

QString words(const RunFinished &event, const RunFigures &)
{
    return plainText(event.message, longestWords);
}

QString words(const RankFailed &event, const RunFigures &)
{
    return QCoreApplication::translate("motley::LogModel", "Rank %1 failed: %2")
        .arg(formatCount(event.rank))
        .arg(plainText(event.cause, longestWords));
}

QString words(const MembershipChanged &event, const RunFigures &run)
{
    return membershipWords(event, machinesOf(run));
}

QString words(const Slowdown &event, const RunFigures &run)
{
    const QString machine = machinesOf(run).value(event.machine);
    return machine.isEmpty() ? slowdownText(event) : TableWords::tr("%1: %2").arg(machine, slowdownText(event));
}

template <typename Other>
QString words(const Other &, const RunFigures &)
{
    return {};
}

// A colour stands beside each name where there are several.
void writeHead(QXmlStreamWriter &xml, const QStringList &names)
{
    xml.writeStartElement(QStringLiteral("tr"));
    xml.writeTextElement(QStringLiteral("td"), QString());
    for (int i = 0; i < names.size(); ++i) {
        xml.writeStartElement(QStringLiteral("th"));
        if (names.size() > 1)
            writeSwatch(xml, i);
        xml.writeCharacters(names[i]);
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

} // namespace

QString happeningWords(const Happening &happening, const RunFigures &run)
{
    return std::visit([&run](const auto &body) { return words(body, run); }, happening.body);
}

std::vector<ReportRow> figureRows(const std::vector<RunFigures> &runs, int baseline)
{
    std::vector<ReportRow> rows;
    for (const Figure &figure : figures()) {
        ReportRow row{figure.id, figure.name, {}};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const bool isHeldAgainst = figure.difference && baseline >= 0 && int(i) != baseline;
            row.values << against(figure.words(runs[i]),
                isHeldAgainst ? figure.difference(runs[i], runs[std::size_t(baseline)]) : QString());
        }
        if (!row.values.join(QString()).isEmpty())
            rows.push_back(row);
    }
    return rows;
}

std::vector<ReportRow> settingRows(const std::vector<RunFigures> &runs)
{
    std::vector<ReportRow> rows;
    for (const SettingRow &setting : settingsThatDiffer(runs))
        rows.push_back(
            {"setting", setting.name == setting.path ? setting.name : setting.name + QLatin1Char('\n') + setting.path,
                setting.values});
    return rows;
}

void writeTable(QXmlStreamWriter &xml, const QStringList &names, const std::vector<ReportRow> &rows)
{
    xml.writeStartElement(QStringLiteral("table"));
    if (!names.isEmpty())
        writeHead(xml, names);
    for (const ReportRow &row : rows) {
        xml.writeStartElement(QStringLiteral("tr"));
        xml.writeAttribute(QStringLiteral("class"), QLatin1String(row.id));
        xml.writeTextElement(QStringLiteral("th"), row.name);
        for (const QString &value : row.values)
            xml.writeTextElement(QStringLiteral("td"), value);
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

} // namespace motley
