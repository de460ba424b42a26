#include "app/models/hostwords.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"
#include "app/words/planwords.h"

#include <QCoreApplication>
#include <QDateTime>

namespace motley {

namespace {

struct HostWords {
    Q_DECLARE_TR_FUNCTIONS(motley::HostWords)
};

constexpr int longestUnseen = 300; // seconds

QString failureWord(Host::Failure failure)
{
    switch (failure) {
    case Host::Failure::NoCommonAlgorithm:
        return HostWords::tr("No common algorithm");
    case Host::Failure::HostKeyChanged:
        return HostWords::tr("Host key changed");
    case Host::Failure::HostKeyRefused:
        return HostWords::tr("Host key not trusted");
    case Host::Failure::LoginRefused:
        return HostWords::tr("Login refused");
    case Host::Failure::NeedsUser:
        return HostWords::tr("Login needs your input");
    case Host::Failure::ProbeFailed:
        return HostWords::tr("Could not be examined");
    case Host::Failure::Unreachable:
    case Host::Failure::None:
        break;
    }
    return HostWords::tr("Not reachable");
}

QString readyWord(bool hasGpuProblem)
{
    return hasGpuProblem ? HostWords::tr("Ready, GPU problem") : HostWords::tr("Ready");
}

QString notAskedLately()
{
    return HostWords::tr("Not asked lately");
}

bool isAboutTheHostKey(Host::Failure failure)
{
    return failure == Host::Failure::HostKeyChanged || failure == Host::Failure::HostKeyRefused;
}

} // namespace

bool wasSeenLately(const QDateTime &lastSeen, const QDateTime &now)
{
    return lastSeen.isValid() && lastSeen.secsTo(now) <= longestUnseen;
}

bool isReadyNow(const Host &host, const QDateTime &now)
{
    return host.state() == Host::State::Ready && (!host.asksForSecret() || wasSeenLately(host.lastSeen(), now));
}

QString stateWord(const Host &host)
{
    switch (host.state()) {
    case Host::State::Idle:
        return HostWords::tr("Not asked yet");
    case Host::State::Probing:
        return HostWords::tr("Asking…");
    case Host::State::Failed:
        return failureWord(host.failure());
    case Host::State::Ready:
        return isReadyNow(host) ? readyWord(host.report() && host.report()->gpuProblem != GpuProblem::None)
                                : notAskedLately();
    }
    return {};
}

QStringList longStateWords()
{
    using Failure = Host::Failure;
    QStringList words{readyWord(true), notAskedLately()};
    for (const Failure failure : {Failure::Unreachable, Failure::NoCommonAlgorithm, Failure::HostKeyChanged,
             Failure::HostKeyRefused, Failure::LoginRefused, Failure::NeedsUser, Failure::ProbeFailed})
        words += failureWord(failure);
    return words;
}

QIcon stateIcon(const Host &host)
{
    switch (host.state()) {
    case Host::State::Idle:
        return themedIcon(QStringLiteral("idle"));
    case Host::State::Probing:
        return themedIcon(QStringLiteral("pending"), &Colours::accent);
    case Host::State::Failed:
        if (isAboutTheHostKey(host.failure()))
            return themedIcon(QStringLiteral("shield-alert"), &Colours::bad);
        return host.needsUser() ? themedIcon(QStringLiteral("warning"), &Colours::warning)
                                : themedIcon(QStringLiteral("error"), &Colours::bad);
    case Host::State::Ready:
        if (!isReadyNow(host))
            return themedIcon(QStringLiteral("idle"));
        return host.report() && host.report()->gpuProblem != GpuProblem::None
            ? themedIcon(QStringLiteral("warning"), &Colours::warning)
            : themedIcon(QStringLiteral("ok"), &Colours::good);
    }
    return {};
}

QStringList accountsOn(const Host &host, const std::string &gpuUuid)
{
    QStringList accounts;
    if (!host.lastLook())
        return accounts;
    for (const GpuUse &use : host.lastLook()->gpuUses)
        if (use.gpu == gpuUuid && !use.account.empty())
            accounts << plainText(use.account, 40);
    accounts.removeDuplicates();
    return accounts;
}

QString gpuUsesText(const Host &host, const std::string &gpuUuid)
{
    QStringList lines;
    if (!host.lastLook())
        return {};
    const auto orNotKnown = [](const std::string &text) { return text.empty() ? notKnown() : plainText(text, 40); };
    for (const GpuUse &use : host.lastLook()->gpuUses)
        if (use.gpu == gpuUuid)
            lines << HostWords::tr("%1: %2, %3")
                         .arg(orNotKnown(use.account), orNotKnown(use.program), formatBytes(use.memoryBytes));
    return lines.join(QLatin1Char('\n'));
}

QString gpuText(const GpuReport &gpu)
{
    const auto orNotKnown = [](const std::string &text) { return text.empty() ? notKnown() : plainText(text, 80); };
    return QStringList{orNotKnown(gpu.name), HostWords::tr("Driver: %1").arg(orNotKnown(gpu.driverVersion)),
        HostWords::tr("Compute: %1").arg(orNotKnown(gpu.computeCapability.value_or(std::string()))),
        leftToRight(plainText(gpu.uuid, 80))}
        .join(QLatin1Char('\n'));
}

QString sharedHardwareSentence(const std::vector<const Host *> &hosts)
{
    std::vector<const ProbeReport *> reports;
    QStringList names;
    for (const Host *host : hosts) {
        if (!host->report())
            continue;
        reports.push_back(&*host->report());
        names << host->displayName();
    }
    QStringList sentences;
    for (const SharedHardware &shared : sharedHardware(reports))
        sentences << sharedHardwareWords(shared, names);
    return sentences.join(QLatin1Char('\n'));
}

QString sharedHardwareSentence(const Fleet &fleet, const Host &host)
{
    QStringList sentences;
    for (const auto &other : fleet.hosts())
        if (other.get() != &host)
            if (const QString words = sharedHardwareSentence({&host, other.get()}); !words.isEmpty())
                sentences << words;
    return sentences.join(QLatin1Char('\n'));
}

QString gpuProblemSentence(const ProbeReport &report)
{
    switch (report.gpuProblem) {
    case GpuProblem::None:
        return {};
    case GpuProblem::NoDriver:
        return HostWords::tr("There is an NVIDIA GPU but no driver. Ask for the NVIDIA driver to be installed.");
    case GpuProblem::DriverMismatch:
        return HostWords::tr("The GPU driver was updated while it was in use. Restarting the machine puts it right.");
    case GpuProblem::TimedOut:
        return HostWords::tr("The GPU driver does not answer. Restarting the machine usually helps.");
    case GpuProblem::Unreadable:
        return HostWords::tr("What the GPU driver says could not be read. The CPU can be used; see the details.");
    }
    return {};
}

} // namespace motley
