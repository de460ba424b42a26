#include "remote/prepare/checklinks.h"

#include "engine/plan/addresses.h"
#include "remote/session/sentence.h"

namespace motley {

namespace {

Result<void> listen(const Crew &crew, Member &member, std::stop_token stop)
{
    crew.say(member, Preparation::tr("Looking for the ways between the machines"));
    const auto listening = startListening(*member.session, member.place.engine, stop);
    if (!listening)
        return tl::unexpected(listening.error());
    member.listening = *listening;
    return {};
}

void introduceAll(Crew &crew)
{
    auto &members = crew.members();
    const auto machines = crew.candidates();
    std::vector<Listening> places;
    for (const Member &member : members)
        places.push_back(member.listening);
    for (std::size_t i = 0; i < members.size(); ++i)
        members[i].others = introduction(machines, places, i);
}

Result<void> reach(Member &member, std::stop_token stop)
{
    auto ways = findWays(*member.session, member.place.engine, member.others, stop);
    if (!ways)
        return tl::unexpected(ways.error());
    member.candidate.ways = std::move(*ways);
    return {};
}

} // namespace

Result<void> findAllWays(Crew &crew)
{
    const auto &members = crew.members();
    if (members.size() < 2)
        return {};
    const auto listening = crew.onAll(&MachineRecord::measuringSeconds,
        [&](Member &member, std::stop_token stop) { return listen(crew, member, stop); });
    if (!listening)
        return listening;
    introduceAll(crew);
    if (const auto reached = crew.onAll(&MachineRecord::measuringSeconds, reach); !reached)
        return reached;
    const auto missing = missingWay(crew.candidates());
    if (!missing)
        return {};
    QStringList tried;
    for (const std::string &address : missing->tried)
        tried.push_back(QString::fromStdString(address));
    return sentence(
        Preparation::tr("%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect "
                        "them to one network, or train without one of them.")
            .arg(members[missing->from].machine.name, members[missing->to].machine.name,
                tried.join(QStringLiteral(", "))));
}

} // namespace motley
