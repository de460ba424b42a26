#include "engine/agent/leadership.h"

#include "engine/agent/whyended.h"
#include "engine/base/textfile.h"
#include "engine/base/walltime.h"
#include "engine/job/continuefiles.h"
#include "engine/machine/logout.h"
#include "engine/run/agentpidfile.h"

#include <unistd.h>

#include <thread>
#include <utility>

namespace motley {

namespace {

constexpr bool isSilent = true;
constexpr auto silenceLimit = ControlChannel::heartbeatLimit;

} // namespace

Leadership::Leadership(const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer)
    : m_folder(folder), m_launch(&launch), m_observer(std::move(observer)),
      m_coordinator(std::make_unique<Coordinator>(launch))
{
}

Result<Leadership> Leadership::begin(const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer)
{
    Leadership leadership(folder, launch, std::move(observer));
    if (!leadership.isHere()) {
        unlink(folder.events().c_str()); // a copy of an earlier start
        return leadership;
    }
    auto log = RunLog::open(folder, launch.plan, leadership.m_observer);
    if (!log)
        return tl::unexpected(log.error());
    leadership.m_coordinator = std::make_unique<Coordinator>(launch, *std::move(log));
    return leadership;
}

Leadership Leadership::under(int leader, const RunFolder &folder, const LaunchSpec &launch, EventLog::Observer observer)
{
    Leadership leadership(folder, launch, std::move(observer));
    leadership.m_leader = leader;
    leadership.m_place = Place::Waits;
    unlink(folder.events().c_str()); // the one that leads has all of them, and sends them
    return leadership;
}

void Leadership::connect(ControlChannel &channel)
{
    m_channel = &channel;
    m_regroup.emplace(*m_launch, channel);
    if (endsAtLogout())
        report(Warning{m_launch->machine, whyItMayEndAtLogout(machineOf(m_launch->machine))});
}

void Leadership::report(const EventBody &body)
{
    const bool isLast = std::holds_alternative<RankFailed>(body) || std::holds_alternative<RunFinished>(body);
    if (isLast)
        m_lastWords.push_back(body);
    if (isHere())
        handle(PeerEvent{m_launch->machine, body});
    else if (!m_regroup->isUnderWay())
        m_channel->send(body);
    else if (!isLast)
        m_held.push_back({m_launch->machine, body});
}

void Leadership::report(const std::vector<RankStatus> &ranks)
{
    if (isHere())
        m_coordinator->watch(ranks);
    m_channel->setOwn(ranks, m_coordinator->lastEvent());
}

// The ranks waited until this agent read what they print, so where it has just woken nothing shows slowness.
void Leadership::handle(const PeerEvent &news)
{
    if (!isHere() || mayBeLeftBehind()) {
        m_held.push_back(news);
        return;
    }
    m_coordinator->hear(news.machine, news.body, m_absence.endedWithin(std::chrono::seconds(3)).count() == 0);
    deliver(); // at once, so that hardly an event is on this machine alone
}

void Leadership::handle(const PeerHeartbeat &news)
{
    if (!isHere()) // not yet, or no more
        return;
    m_coordinator->watch(news.ranks);
    m_coordinator->log().copies().hear(news.machine, news.lastEvent);
}

void Leadership::handle(const PeerCame &news)
{
    if (!m_regroup->isUnderWay())
        return;
    if (news.membership && news.membership->generation > m_coordinator->members().generation) {
        m_coordinator->adopt(*news.membership);
        m_regroup->adopt(m_coordinator->standing());
    }
    m_regroup->meet(news.machine);
}

// Each asks once, and may do so before this agent coordinates.
void Leadership::handle(const PeerAsks &news)
{
    if (isHere())
        m_coordinator->hearAsking(news.machine);
    else if (m_regroup->isUnderWay())
        m_asking.insert(news.machine);
}

void Leadership::handle(const CopiedEvent &news)
{
    if (!isHere() && openLog())
        m_coordinator->copy(news);
    if (m_place == Place::New && m_coordinator->isFormed())
        m_place = Place::Inside;
}

void Leadership::handle(const MembershipOrder &news)
{
    m_coordinator->adopt(news.membership);
    m_handedOver.reset();
    if (m_place == Place::Waits)
        m_place = Place::New;
}

// All copies begin alike and end where the lost coordinator sent no more, so whoever has more of them gives it to the
// one that goes on with its own: no two events get the same number.
void Leadership::handle(const Welcome &news)
{
    if (!m_regroup->isUnderWay())
        return;
    const int leader = m_regroup->welcome();
    deliver();
    m_channel->introduce(m_coordinator->members(), m_coordinator->linesAfter(news.lastEvent));
    follow(leader);
}

void Leadership::handle(const HeartbeatLost &news)
{
    if (isHere())
        m_coordinator->lose(news);
    else
        lose(news.machine,
            "the machine " + nameOf(machineOf(news.machine)) + " has not answered for " + secondsText(silenceLimit)
                + ".",
            isSilent);
}

void Leadership::handle(const AllHeartbeatsLost &)
{
    if (isHere())
        return m_coordinator->loseAll();
    for (int machine = 0; machine < int(m_launch->plan.machines.size()); ++machine)
        if (machine != m_launch->machine && m_regroup->isUnderWay())
            m_regroup->lose(machine, whyGone(machineOf(machine)), isSilent);
}

void Leadership::handle(const ConnectionLost &news)
{
    if (!isHere())
        return lose(news.machine, whyGone(machineOf(news.machine)), !isSilent);
    m_inquiries.push_back({news, ContactInquiry(machineOf(news.machine), m_channel->portOf(news.machine)),
        m_absence.endedWithin(silenceLimit)});
    (void)m_inquiries.back().asking.answer(ContactInquiry::usualTime);
    hearAnswers();
}

void Leadership::hearAnswers()
{
    std::erase_if(m_inquiries, [&](const Inquiry &inquiry) {
        const auto contact = inquiry.asking.answer();
        if (contact && isHere())
            m_coordinator->lose(inquiry.news, *contact, inquiry.absence);
        return contact.has_value();
    });
}

// Of a machine that this agent belongs to, asks, or waits for.
void Leadership::lose(int machine, const std::string &why, bool silently)
{
    if (!m_regroup->isUnderWay() && machine != m_leader)
        return;
    if (isWaiting()) {
        m_whyLeft = asSentence(why) + " So this one no longer waits to take part again. Try it once more.";
        return;
    }
    if (!m_regroup->isUnderWay()) {
        Standing standing = m_coordinator->standing();
        const std::set<int> keepers = keepersOf(standing.generations.back(), m_leader);
        standing.mayLead = keepers.count(m_launch->machine) > 0 && m_place == Place::Inside && openLog()
            && m_coordinator->hasLogOfMembership();
        m_regroup->begin(std::move(standing));
    }
    m_regroup->lose(machine, why, silently);
}

std::optional<Decision> Leadership::decide()
{
    if (m_whyLeft)
        return StandDown{*m_whyLeft};
    if (m_regroup->isUnderWay())
        return regroup();
    if (!isHere())
        return std::nullopt;
    hearAnswers();
    if (!m_held.empty() && !mayBeLeftBehind())
        for (const PeerEvent &news : std::exchange(m_held, {}))
            handle(news);
    return m_coordinator->decide(
        [this](int machine) { return m_channel->secondsSinceHeartbeat(machine); }, m_absence.endedWithin(silenceLimit));
}

std::optional<Decision> Leadership::regroup()
{
    const auto outcome = m_regroup->advance();
    if (!outcome)
        return std::nullopt;
    if (const auto *end = std::get_if<Regroup::CannotGoOn>(&*outcome))
        return StandDown{end->why};
    const bool hasCheckpoint = !checkpointSteps(m_folder.checkpoints()).empty();
    auto lost = std::get<Regroup::Lead>(*outcome).lost;
    if (const auto found = lost.find(m_handedOver ? m_handedOver->machine : -1); found != lost.end())
        found->second = {m_handedOver->cause, found->second.contact, m_handedOver->kind.value_or(found->second.kind)};
    m_coordinator->succeed(lost, hasCheckpoint);
    follow(m_launch->machine);
    return std::nullopt;
}

void Leadership::standDown()
{
    m_leader = -1;
    if (m_coordinator->hasLog())
        m_coordinator->log().dropUnkept();
    m_channel->abandon();
}

void Leadership::handOver(const RankFailed &cause)
{
    m_channel->order({HandedOver{cause}});
    const EventCopies &copies = m_coordinator->log().copies();
    const auto isOnItsWay = [this] {
        for (int machine = 0; machine < int(m_launch->plan.machines.size()); ++machine)
            if (m_channel->hasUnsentCopies(machine))
                return true;
        return false;
    };
    const auto until = RunClock::now() + ControlChannel::closeLimit;
    for (deliver(); (!copies.hasSentAll() || isOnItsWay()) && RunClock::now() < until; deliver())
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    deliver(); // What went out after the last look is kept by another machine too, and standing down drops the rest.
    standDown();
}

void Leadership::leave(const RankFailed &cause)
{
    if (isHere())
        handOver(cause);
    else
        report(cause);
}

// Tells the new coordinator what the one before may not have heard.
void Leadership::follow(int leader)
{
    m_leader = leader;
    const std::set<int> asking = std::exchange(m_asking, {});
    if (isHere()) {
        for (const EventBody &body : m_lastWords)
            handle(PeerEvent{m_launch->machine, body});
        for (const int machine : asking)
            handle(PeerAsks{machine});
        return;
    }
    for (const EventBody &body : m_lastWords)
        m_channel->send(body);
    for (const PeerEvent &news : std::exchange(m_held, {}))
        m_channel->send(news.body);
}

// Longer than it takes to hear that the others have gone.
bool Leadership::mayBeLeftBehind() const
{
    return m_absence.endedWithin(std::chrono::seconds(1)) > silenceLimit - std::chrono::seconds(1);
}

bool Leadership::openLog()
{
    if (m_coordinator->hasLog())
        return true;
    auto log = RunLog::open(m_folder, m_launch->plan, m_observer);
    if (log)
        m_coordinator->keepIn(*std::move(log));
    return log.has_value();
}

void Leadership::deliver()
{
    if (!m_coordinator->hasLog())
        return;
    RunLog &log = m_coordinator->log();
    log.deliver();
    if (!isHere())
        return;
    for (const auto &[machine, line] : log.copies().takeDue())
        m_channel->copyTo(machine, line);
    if (!mayBeLeftBehind())
        log.writeWhatIsKept([this](int machine) { return m_channel->hasUnsentCopies(machine); });
}

void Leadership::finish(const RunFinished &result)
{
    if (!isHere()) { // best effort, as a full disk must keep no agent
        if (const auto agent = agentOf(m_folder); !agent || *agent == ownIdentity()) // the machine may have a new one
            (void)writeTextFile(m_folder.end(), toLine({1, wallTime(), result}) + "\n");
        return;
    }
    RunLog &log = m_coordinator->log();
    log.append(result);
    const auto until = RunClock::now() + ControlChannel::closeLimit;
    for (deliver(); !log.copies().hasSentAll() && RunClock::now() < until; deliver())
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    log.finish();
}

} // namespace motley
