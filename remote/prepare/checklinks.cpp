#include "remote/prepare/checklinks.h"

#include "engine/plan/addresses.h"
#include "remote/session/machinename.h"
#include "remote/session/sentence.h"

namespace motley {

namespace {

Result<void> startServer(const RunHosts &runHosts, RunHost &host, std::stop_token stop)
{
    runHosts.showProgress(host, QT_TRANSLATE_NOOP("motley::Preparation", "Checking the links between the machines"));
    const auto echoEndpoint = startEchoServer(*host.session, host.run.engine, stop);
    if (!echoEndpoint)
        return tl::unexpected(echoEndpoint.error());
    host.echoEndpoint = *echoEndpoint;
    return {};
}

void makeRequests(RunHosts &runHosts)
{
    auto &hosts = runHosts.hosts();
    const auto machines = runHosts.candidates();
    std::vector<EchoEndpoint> endpoints;
    for (const RunHost &host : hosts)
        endpoints.push_back(host.echoEndpoint);
    for (std::size_t i = 0; i < hosts.size(); ++i)
        hosts[i].others = linkCheckRequest(machines, endpoints, i);
}

Result<void> check(RunHost &host, std::stop_token stop)
{
    auto links = checkLinks(*host.session, host.run.engine, host.others, stop);
    if (!links)
        return tl::unexpected(links.error());
    host.candidate.links = std::move(*links);
    return {};
}

} // namespace

Result<void> measureAllLinks(RunHosts &runHosts)
{
    if (runHosts.hosts().size() < 2)
        return {};
    const auto echoEndpoint = runHosts.onAll(&MachineRecord::measuringSeconds,
        [&](RunHost &host, std::stop_token stop) { return startServer(runHosts, host, stop); });
    if (!echoEndpoint)
        return echoEndpoint;
    makeRequests(runHosts);
    return runHosts.onAll(&MachineRecord::measuringSeconds, check);
}

Result<void> checkAllLinks(RunHosts &runHosts)
{
    if (const auto measured = measureAllLinks(runHosts); !measured)
        return measured;
    const auto &hosts = runHosts.hosts();
    const auto missing = brokenLink(runHosts.candidates());
    if (!missing)
        return {};
    QStringList tried;
    for (const std::string &address : missing->tried)
        tried.push_back(QString::fromStdString(address));
    if (missing->losesLargePackets)
        return sentence(Preparation::phrase(
            "%1 does not reach %2 at %3 with large packets, and does with small ones. A VPN or tunnel between them "
            "takes smaller ones than their networks: set a smaller MTU there on both, such as 1280.")
                            .arg(shownName(hosts[missing->from].machine.name),
                                insideSentence(hosts[missing->to].machine.name), tried.join(QStringLiteral(", "))));
    return sentence(Preparation::phrase(
        "%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect "
        "them to one network, or train without one of them.")
                        .arg(shownName(hosts[missing->from].machine.name),
                            insideSentence(hosts[missing->to].machine.name), tried.join(QStringLiteral(", "))));
}

} // namespace motley
