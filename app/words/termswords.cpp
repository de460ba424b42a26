#include "app/words/termswords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace motley {

namespace {

struct TermsWords {
    Q_DECLARE_TR_FUNCTIONS(motley::TermsWords)
};

// Lists the hours after which a tenth, half and nine tenths of such machines are taken away, if ever so many are.
QStringList curveWords(const Lifetime &lifetime)
{
    QStringList words;
    for (const double part : {0.1, 0.5, 0.9}) {
        const double hours = lifetime.quantile(part);
        if (std::isfinite(hours))
            words << TermsWords::tr("%1 are taken away within %2")
                         .arg(formatPercent(100 * part), formatSpan(3600 * hours));
    }
    const double gone = lifetime.points().empty() ? 0 : lifetime.points().back().gone;
    if (gone < 1)
        words << TermsWords::tr("%1 stay").arg(formatPercent(100 * (1 - gone)));
    return words;
}

} // namespace

QString termsWords(const MachineTerms &terms)
{
    QStringList words;
    if (terms.pricePerHour > 0)
        words << TermsWords::tr("%1 an hour").arg(formatNumber(terms.pricePerHour));
    if (const auto lifetime = lifetimeOf(terms); lifetime && !terms.lifetime.empty())
        words << curveWords(*lifetime);
    else if (terms.hoursUntilTaken > 0)
        words << TermsWords::tr("taken away after %1 on average").arg(formatSpan(3600 * terms.hoursUntilTaken));
    if (terms.replaceMinutes > 0)
        words << TermsWords::tr("replaced within %1").arg(formatSpan(60 * terms.replaceMinutes));
    if (!terms.comesBack)
        words << TermsWords::tr("not taken back by itself");
    else if (terms.startsAfterRestart)
        words << TermsWords::tr("takes part again by itself after a restart");
    //: between two terms of a machine
    return words.join(TermsWords::tr(", "));
}

} // namespace motley
