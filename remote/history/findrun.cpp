// Which run is meant by a name that somebody typed.
#include "remote/history/runrecord.h"
#include "remote/session/sentence.h"

namespace motley {

Result<RunRecord> RunHistory::find(const QString &idOrName) const
{
    const auto records = all();
    if (!records)
        return tl::unexpected(records.error());
    for (const auto &record : *records) {
        if (record.id == idOrName)
            return record;
    }
    for (const auto &record : *records) { // newest first
        if (record.name == idOrName)
            return record;
    }
    return findByBeginning(idOrName, *records);
}

// The newest run whose name or id begins so. Errors: none does; runs of several names do.
Result<RunRecord> RunHistory::findByBeginning(const QString &beginning, const std::vector<RunRecord> &records)
{
    const RunRecord *newest = nullptr;
    for (const auto &record : records) {
        const bool fits = record.name.startsWith(beginning, Qt::CaseInsensitive)
            || record.id.startsWith(beginning, Qt::CaseInsensitive);
        if (!fits || beginning.isEmpty())
            continue;
        if (newest && newest->name != record.name)
            return sentence(phrase("“%1” may mean the run “%2” or “%3”: write more of its name.")
                                .arg(beginning, newest->name, record.name));
        newest = newest ? newest : &record;
    }
    if (!newest)
        return sentence(phrase("There is no run “%1”; “motley runs” lists them.").arg(beginning));
    return *newest;
}

} // namespace motley
