#include "engine/plan/simulation/clusterspec.h"

#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct HasDefaults<ClusterNode> : std::true_type {
};
template <>
struct HasDefaults<ClusterJob> : std::true_type {
};
template <>
struct HasDefaults<PublishedRow> : std::true_type {
};
template <>
struct HasDefaults<ClusterSpec> : std::true_type {
};

template <>
struct EnumNames<FittedLink> {
    static constexpr auto table
        = names<FittedLink>({{FittedLink::None, "none"}, {FittedLink::Nodes, "nodes"}, {FittedLink::Shared, "shared"}});
};

template <typename Fields>
void describe(Fields &fields, ClusterNode &node)
{
    fields("name", node.name);
    fields("count", node.count);
    fields("ranks", node.ranks);
    fields("fixedSeconds", node.fixedSeconds);
    fields("secondsPerUnit", node.secondsPerUnit);
    fields("mostUnits", node.mostUnits);
    fields("noise", node.noise);
    fields("bytesPerSecond", node.bytesPerSecond);
    fields("latencySeconds", node.latencySeconds);
    fields("insideBytesPerSecond", node.insideBytesPerSecond);
    fields("insideLatencySeconds", node.insideLatencySeconds);
    fields("watts", node.watts);
    fields("idleWatts", node.idleWatts);
    fields("pricePerHour", node.pricePerHour);
}

template <typename Fields>
void describe(Fields &fields, ClusterJob &job)
{
    fields("samples", job.samples);
    fields("batch", job.batch);
    fields("batchPerRank", job.batchPerRank);
    fields("gradientBytes", job.gradientBytes);
    fields("sums", job.sums);
    fields("sumBytes", job.sumBytes);
    fields("hidingPart", job.hidingPart);
}

template <typename Fields>
void describe(Fields &fields, PublishedRow &row)
{
    fields("nodes", row.nodes);
    fields("stepSeconds", row.stepSeconds);
    fields("days", row.days);
}

template <typename Fields>
void describe(Fields &fields, ClusterSpec &spec)
{
    fields("name", spec.name);
    fields("source", spec.source);
    fields("job", spec.job);
    fields("nodes", spec.nodes);
    fields("sharedBytesPerSecond", spec.sharedBytesPerSecond);
    fields("sharedLatencySeconds", spec.sharedLatencySeconds);
    fields("fittedLink", spec.fittedLink);
    fields("published", spec.published);
}

namespace {

constexpr std::size_t longestClusterFile = 1 << 20; // bytes
constexpr int mostRanks = 4096; // over all nodes
constexpr double mostSeconds = 1e6; // of one step
constexpr double mostNumber = 1e18;

Result<void> inRange(const std::string &field, double value, double least, double most)
{
    if (value >= least && value <= most)
        return {};
    return fail("The field " + field + " must be between " + dumpLine(numberToJson(least)) + " and "
        + dumpLine(numberToJson(most)) + ", but is " + dumpLine(numberToJson(value)) + ".");
}

struct Range {
    const char *field;
    double value;
    double least;
    double most;
};

Result<void> allInRange(const std::string &where, const std::vector<Range> &ranges)
{
    for (const Range &range : ranges)
        if (auto good = inRange(where + range.field, range.value, range.least, range.most); !good)
            return good;
    return {};
}

Result<void> validate(const ClusterNode &node, const std::string &where)
{
    return allInRange(where,
        {{"count", double(node.count), 1, mostRanks}, {"ranks", double(node.ranks), 1, mostRanks},
            {"fixedSeconds", node.fixedSeconds, 0, mostSeconds},
            {"secondsPerUnit", node.secondsPerUnit, 1e-12, mostSeconds},
            {"mostUnits", double(node.mostUnits), 0, mostNumber}, {"noise", node.noise, 0, 1},
            {"bytesPerSecond", node.bytesPerSecond, 0, mostNumber},
            {"latencySeconds", node.latencySeconds, 0, mostSeconds},
            {"insideBytesPerSecond", node.insideBytesPerSecond, 0, mostNumber},
            {"insideLatencySeconds", node.insideLatencySeconds, 0, mostSeconds}, {"watts", node.watts, 0, mostNumber},
            {"idleWatts", node.idleWatts, 0, mostNumber}, {"pricePerHour", node.pricePerHour, 0, mostNumber}});
}

Result<void> validate(const ClusterJob &job)
{
    if ((job.batch > 0) == (job.batchPerRank > 0))
        return fail("One of the fields job.batch and job.batchPerRank must be above 0, and the other left out.");
    return allInRange("job.",
        {{"samples", double(job.samples), 1, mostNumber}, {"batch", double(job.batch), 0, 1e12},
            {"batchPerRank", double(job.batchPerRank), 0, 1e9}, {"gradientBytes", job.gradientBytes, 0, mostNumber},
            {"sums", double(job.sums), 0, 1e6}, {"sumBytes", job.sumBytes, 0, mostNumber},
            {"hidingPart", job.hidingPart, 0, 1}});
}

Result<void> validate(const ClusterSpec &spec)
{
    if (spec.nodes.empty())
        return fail("The field nodes must name at least one node.");
    double ranks = 0;
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
        if (auto good = validate(spec.nodes[i], "nodes[" + std::to_string(i) + "]."); !good)
            return good;
        ranks += double(spec.nodes[i].count) * spec.nodes[i].ranks;
    }
    if (ranks > mostRanks)
        return fail("The nodes have more than " + std::to_string(mostRanks) + " ranks together.");
    for (std::size_t i = 0; i < spec.published.size(); ++i)
        if (auto good = allInRange("published[" + std::to_string(i) + "].",
                {{"nodes", double(spec.published[i].nodes), 1, mostRanks},
                    {"stepSeconds", spec.published[i].stepSeconds, 1e-9, mostSeconds},
                    {"days", spec.published[i].days, 0, mostNumber}});
            !good)
            return good;
    return validate(spec.job).and_then([&] {
        return allInRange("",
            {{"sharedBytesPerSecond", spec.sharedBytesPerSecond, 0, mostNumber},
                {"sharedLatencySeconds", spec.sharedLatencySeconds, 0, mostSeconds}});
    });
}

} // namespace

std::string toJson(const ClusterSpec &spec)
{
    return dumpLine(versionedJsonOf(spec));
}

Result<ClusterSpec> parseClusterSpec(std::string_view json)
{
    return fromVersionedText<ClusterSpec>(json, longestClusterFile, "cluster").and_then([](const ClusterSpec &spec) {
        return validate(spec).map([&] { return spec; });
    });
}

} // namespace motley
