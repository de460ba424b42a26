#include "engine/plan/diagnosis/noticefilter.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {
constexpr double sharesLast = 30; // seconds
constexpr double slowdownLasts = 10; // seconds
} // namespace

bool isSameSlowdown(const Slowdown &one, const Slowdown &other)
{
    return one.part == other.part && one.sinceStep == other.sinceStep
        && (one.machine == other.machine || one.part == Slowdown::Part::Exchange);
}

std::vector<Event> NoticeFilter::add(const Event &event)
{
    std::vector<Event> shown;
    if (std::holds_alternative<SharesChanged>(event.body))
        m_shares = event;
    else if (std::holds_alternative<MembershipChanged>(event.body))
        m_shares.reset(); // those of other ranks
    else if (const auto *slowdown = std::get_if<Slowdown>(&event.body))
        addSlowdown(event, *slowdown, shown);
    for (OpenSlowdown &open : m_slowdowns)
        if (!open.isShown && event.time - open.since >= slowdownLasts) {
            open.isShown = true;
            shown.push_back(open.latest);
        }
    if (m_shares && event.time - m_shares->time >= sharesLast)
        shown.push_back(*std::exchange(m_shares, std::nullopt));
    return shown;
}

void NoticeFilter::addSlowdown(const Event &event, const Slowdown &slowdown, std::vector<Event> &shown)
{
    OpenSlowdown *open = find(slowdown);
    if (slowdown.stage != Slowdown::Stage::Over) {
        if (!open)
            m_slowdowns.push_back({event, event.time});
        else if (open->isShown)
            shown.push_back(event); // its cause
        else
            open->latest = event;
        return;
    }
    if (!open)
        return;
    if (open->isShown)
        shown.push_back(event);
    m_slowdowns.erase(m_slowdowns.begin() + (open - m_slowdowns.data()));
}

NoticeFilter::OpenSlowdown *NoticeFilter::find(const Slowdown &slowdown)
{
    const auto found = std::find_if(m_slowdowns.begin(), m_slowdowns.end(),
        [&](const OpenSlowdown &open) { return isSameSlowdown(std::get<Slowdown>(open.latest.body), slowdown); });
    return found == m_slowdowns.end() ? nullptr : &*found;
}

} // namespace motley
