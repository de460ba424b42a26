#include "app/words/transferwords.h"

#include "app/words/format.h"

namespace motley {

QString TransferWords::amount(
    const QString &machine, const QString &stage, qint64 done, qint64 total, Clock::time_point now)
{
    Begin &begin = m_begins[machine];
    if (begin.stage != stage || total <= 0)
        begin = {total > 0 ? stage : QString(), done, now};
    if (total <= 0)
        return {};
    const QString bytes = tr("%1 of %2").arg(formatBytes(done), formatBytes(total));
    const double seconds = std::chrono::duration<double>(now - begin.time).count();
    if (seconds < 1 || done <= begin.done || done >= total)
        return bytes;
    const double rate = static_cast<double>(done - begin.done) / seconds;
    return tr("%1, %2/s, %3 left")
        .arg(bytes, formatBytes(static_cast<std::int64_t>(rate)),
            formatDuration(static_cast<double>(total - done) / rate));
}

QString TransferWords::line(const QString &machine, const QString &amount, const QString &stage)
{
    return amount.isEmpty() ? tr("%1: %2").arg(machine, stage) : tr("%1: %2 \u00b7 %3").arg(machine, amount, stage);
}

} // namespace motley
