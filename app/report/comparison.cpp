#include "app/report/comparison.h"

#include "app/words/fieldwords.h"
#include "app/words/format.h"
#include "engine/job/fieldviews.h"
#include "engine/job/jobchanges.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <cmath>

namespace motley {

namespace {

struct ComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Comparison)
};

QString signedNumber(double value, int decimals)
{
    const QLocale locale;
    QString digits = locale.toString(value, 'f', decimals);
    if (locale.toString(std::abs(value), 'f', decimals) == locale.toString(0., 'f', decimals))
        return locale.toString(0., 'f', decimals);
    return value < 0 ? digits.replace(QLatin1Char('-'), QChar(0x2212)) : locale.positiveSign() + digits;
}

// As in the job file, but in the digits of the language.
QString shownValue(const std::string &value)
{
    const QString text = plainText(value, 200);
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    bool isNumber = false;
    if (const qlonglong whole = text.toLongLong(&isNumber); isNumber)
        return locale.toString(whole);
    const double number = text.toDouble(&isNumber);
    return isNumber ? locale.toString(number, 'g', QLocale::FloatingPointShortest) : text;
}

QString percentMore(std::optional<double> value, std::optional<double> of)
{
    if (!value || !of || *of <= 0)
        return {};
    return unbroken(ComparisonWords::tr("%1 %").arg(signedNumber(100 * (*value / *of - 1), 1)));
}

QHash<QString, QString> namesOf(JobSpec job)
{
    QHash<QString, QString> names;
    for (const FieldView &view : viewsOf(job))
        if (*view.info.label)
            names.insert(QString::fromStdString(view.path), fieldText(view.info.label));
    return names;
}

} // namespace

QString bestAgainst(const RunFigures &run, const RunFigures &baseline)
{
    if (!run.best || !baseline.best || run.best->name != baseline.best->name)
        return {};
    const double more = run.best->value - baseline.best->value;
    if (run.best->unit == Metric::Unit::Fraction)
        //: percentage points
        return unbroken(ComparisonWords::tr("%1 points").arg(signedNumber(100 * more, 2)));
    return (more < 0 ? QString() : QString(QLocale().positiveSign())) + formatNumber(more);
}

QString secondsAgainst(const RunFigures &run, const RunFigures &baseline)
{
    return percentMore(run.seconds, baseline.seconds);
}

QString speedAgainst(const RunFigures &run, const RunFigures &baseline)
{
    return run.unit == baseline.unit ? percentMore(run.meanSpeed, baseline.meanSpeed) : QString();
}

std::vector<SettingRow> settingsThatDiffer(const std::vector<RunFigures> &runs)
{
    std::vector<JobSpec> jobs;
    QHash<QString, QString> names;
    for (const RunFigures &run : runs)
        if (run.job)
            jobs.push_back(*run.job), names.insert(namesOf(*run.job));
    std::vector<SettingRow> rows;
    for (const DifferentSetting &setting : differentSettings(jobs)) {
        const QString path = QString::fromStdString(setting.field);
        SettingRow row{path, names.value(path, path), {}};
        auto value = setting.values.begin();
        for (const RunFigures &run : runs)
            row.values << (run.job ? shownValue(*value++) : notKnown());
        rows.push_back(row);
    }
    return rows;
}

} // namespace motley
