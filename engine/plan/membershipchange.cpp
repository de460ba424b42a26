#include "engine/plan/membershipchange.h"

#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/fitmemory.h"
#include "engine/plan/forecast/adasumgroups.h"
#include "engine/plan/planner.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace motley {

namespace {

using Kind = RankFailed::Kind;
using Shares = std::vector<std::int64_t>;

bool isKnown(const StepTime &time)
{
    return std::isfinite(time.fixedSeconds) && std::isfinite(time.secondsPerUnit) && time.secondsPerUnit > 0;
}

// Units that a rank may take. A model that normalises over the batch takes its share as one micro-batch.
std::int64_t mostOf(const PlannedRank &rank, const JobSpec &job)
{
    const std::int64_t most = rank.largestShare.value_or(unlimited);
    const std::int64_t atOnce = rank.microbatch > 0 ? rank.microbatch : job.memory.microbatch;
    return normalisesOverBatch(job) && atOnce > 0 ? std::min(most, atOnce) : most;
}

std::vector<RankLimits> limitsOf(const Membership &members, const std::vector<StepTime> &times, const JobSpec &job)
{
    const bool areKnown = std::all_of(members.ranks.begin(), members.ranks.end(),
        [&](int rank) { return std::size_t(rank) < times.size() && isKnown(times[std::size_t(rank)]); });
    std::vector<RankLimits> limits;
    for (const int rank : members.ranks)
        limits.push_back(
            {areKnown ? times[std::size_t(rank)] : StepTime{0, 1}, mostOf(members.plan.ranks[std::size_t(rank)], job)});
    return limits;
}

std::int64_t roomOf(const std::vector<RankLimits> &limits, std::int64_t batch)
{
    std::int64_t room = 0;
    for (const RankLimits &rank : limits)
        room += std::min(rank.most, batch - std::min(room, batch));
    return room;
}

// In proportion to `given`. What is beyond a rank's limit goes to the others, in proportion too.
Shares proportionalWithin(std::int64_t total, const std::vector<double> &given, const std::vector<RankLimits> &limits)
{
    Shares shares(given.size(), 0);
    std::vector<std::size_t> open(given.size());
    for (std::size_t i = 0; i < open.size(); ++i)
        open[i] = i;
    while (!open.empty()) {
        std::vector<double> parts;
        parts.reserve(open.size());
        for (const std::size_t i : open)
            parts.push_back(given[i]);
        const Shares split = proportionalShares(total, parts);
        std::vector<std::size_t> within;
        for (std::size_t k = 0; k < open.size(); ++k) {
            const std::size_t i = open[k];
            shares[i] = std::min(split[k], limits[i].most);
            if (split[k] <= limits[i].most)
                within.push_back(i);
        }
        if (within.size() == open.size())
            return shares;
        for (const std::size_t i : open)
            if (std::find(within.begin(), within.end(), i) == within.end())
                total -= shares[i];
        open = within;
    }
    return shares;
}

// `members` have the shares from before.
Shares split(const Membership &members, const std::vector<RankLimits> &limits, const JobSpec &job)
{
    const Plan plan = planOfMembers(members);
    if (groupsOf(plan) > 0 && job.exchange.between == ExchangeSpec::Between::Groups) {
        std::vector<int> groups;
        for (const PlannedRank &rank : plan.ranks)
            groups.push_back(rank.group.value_or(0));
        return equalBatches(job.batch, limits, groups);
    }
    if (plan.shareRule != ShareRule::Given)
        return fastestSplit(job.batch, limits);
    std::vector<double> given;
    for (const PlannedRank &rank : plan.ranks)
        given.push_back(double(rank.share));
    return proportionalWithin(job.batch, given, limits);
}

std::string whyTooLarge(std::int64_t batch, std::int64_t room)
{
    return "The batch of " + std::to_string(batch)
        + " does not fit: by their memory and by memory.microbatch the ranks that are left may take "
        + (room < batch ? std::to_string(room) + " of it." : "less than their part of it in a group of Adasum.");
}

// Of the work rather than of a machine or a user, so that other ranks may fail of it too.
bool mayFollowTheWork(const GenerationLosses &losses)
{
    return losses.isBeforeFirstStep
        && std::any_of(losses.failures.begin(), losses.failures.end(), [](const RankFailed &failure) {
               const Kind kind = failure.kind.value_or(Kind::Internal);
               return kind == Kind::Internal || kind == Kind::OutOfMemory;
           });
}

bool wouldRecur(const RankFailed &failure)
{
    const Kind kind = failure.kind.value_or(Kind::Internal);
    return kind == Kind::BadInput || kind == Kind::NonFinite || kind == Kind::FilesFailed;
}

// `next` has the shares from before.
Result<Membership> withShares(Membership next, const std::vector<StepTime> &times, const JobSpec &job)
{
    const std::vector<RankLimits> limits = limitsOf(next, times, job);
    const Shares shares = split(next, limits, job);
    if (unitsIn(shares) != job.batch)
        return fail(whyTooLarge(job.batch, roomOf(limits, job.batch)));
    for (PlannedRank &rank : next.plan.ranks)
        rank.share = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        next.plan.ranks[std::size_t(next.ranks[i])].share = shares[i];
    next.plan.predicted = {}; // of the ranks before
    return next;
}

// Each rank holds a part of the optimizer state, or may, as far as plan and job say.
bool shardsState(const Plan &plan, const JobSpec &job)
{
    return job.memory.shard != MemorySpec::Shard::Never
        && (job.memory.shard == MemorySpec::Shard::Always
            || std::any_of(
                plan.ranks.begin(), plan.ranks.end(), [](const PlannedRank &rank) { return rank.stateShare > 0; }));
}

} // namespace

Result<Membership> membershipWithout(
    const Membership &now, const std::set<int> &lostRanks, const std::vector<StepTime> &times, const JobSpec &job)
{
    Membership next{now.generation + 1, now.plan, {}};
    std::copy_if(now.ranks.begin(), now.ranks.end(), std::back_inserter(next.ranks),
        [&](int rank) { return !lostRanks.count(rank); });
    if (next.ranks.empty())
        return fail("No rank is left.");
    return withShares(std::move(next), times, job);
}

Result<Membership> membershipWith(
    const Membership &now, int machine, const Plan &plan, const std::vector<StepTime> &times, const JobSpec &job)
{
    Membership next{now.generation + 1, plan, now.ranks};
    for (int rank = 0; rank < int(plan.ranks.size()); ++rank)
        if (plan.ranks[std::size_t(rank)].machine == machine)
            next.ranks.push_back(rank);
    const int leader = plan.ranks[std::size_t(now.ranks.front())].machine;
    const auto isOnLeader = [&](int rank) { return plan.ranks[std::size_t(rank)].machine == leader; };
    std::sort(std::stable_partition(next.ranks.begin(), next.ranks.end(), isOnLeader), next.ranks.end());
    return withShares(std::move(next), times, job);
}

std::optional<Hindrance> hindranceTo(const std::vector<int> &left, const Plan &plan, const JobSpec &job,
    const GenerationLosses &losses, const GenerationLosses &before, bool hasState)
{
    if (std::any_of(losses.failures.begin(), losses.failures.end(), wouldRecur))
        return Hindrance::WouldRecur;
    if (left.empty())
        return Hindrance::NoRankLeft;
    if (plan.ranks[std::size_t(left.front())].machine != losses.leader)
        return Hindrance::NoneOnLeader;
    if (shardsState(plan, job) && !hasState)
        return Hindrance::ShardedState;
    if (mayFollowTheWork(losses) && mayFollowTheWork(before))
        return Hindrance::FollowsTheWork;
    return std::nullopt;
}

} // namespace motley
