#include "remote/ssh/sshhandshake.h"

#include "remote/session/sentence.h"
#include "remote/ssh/hostkeys.h"
#include "remote/ssh/keypolicy.h"
#include "remote/ssh/randomart.h"
#include "remote/ssh/sshalgorithms.h"
#include "remote/ssh/sshkeyfile.h"

#include <QCoreApplication>

#include <libssh/libssh.h>

namespace motley {

namespace {

struct HandshakeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::sshhandshake)
    MOTLEY_PHRASES(motley::sshhandshake)
};

SshSessionHandle newSession(const SshSettings &settings)
{
    SshSessionHandle session(ssh_new());
    const int no = 0;
    ssh_options_set(session.get(), SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session.get(), SSH_OPTIONS_HOST, settings.hostName.c_str());
    ssh_options_set(session.get(), SSH_OPTIONS_USER, settings.user.c_str());
    ssh_options_set(session.get(), SSH_OPTIONS_COMPRESSION, "no");
    ssh_set_blocking(session.get(), 0);
    return session;
}

HostKey keyOf(const SshTransport &transport)
{
    ssh_key key = nullptr;
    if (ssh_get_server_publickey(transport.session(), &key) != SSH_OK)
        return {};
    return HostKey{blobOf(SshKeyHandle(key))};
}

QString locationOf(const std::string &file, int line)
{
    return QStringLiteral("%1:%2").arg(QString::fromStdString(file)).arg(line);
}

tl::unexpected<Error> revoked(const HostKey &key, const Sentence &machine, const QString &location)
{
    return sentence(HandshakeWords::phrase(
        "%1 shows the host key %2, which %3 marks as revoked. Nothing was sent. Ask whoever runs that machine.")
                        .arg(machine, QString::fromStdString(key.fingerprint()), location));
}

tl::unexpected<Error> distrusted(const HostKey &key, const HostKeyFinding &finding, const Sentence &machine)
{
    const auto shown = QString::fromStdString(key.fingerprint());
    const auto listed = QString::fromStdString(finding.listedFingerprint);
    const auto location = locationOf(finding.file, finding.line);
    if (finding.trust == HostKeyFinding::Trust::Revoked)
        return revoked(key, machine, location);
    if (finding.trust == HostKeyFinding::Trust::Authority)
        return sentence(HandshakeWords::phrase(
            "%1 is trusted by a certificate of its host key (@cert-authority in %2), which is not supported. Ask "
            "whoever runs that machine for its host key itself, which is now %3, and add it to that file.")
                            .arg(machine, location, shown));
    if (finding.trust == HostKeyFinding::Trust::OtherRevoked)
        return sentence(
            HandshakeWords::phrase("The host key %3 of %1 is not known, and another key is revoked for it (@revoked in "
                                   "%2), which may be that of an authority: their certificates are not supported. Ask "
                                   "whoever runs that machine for its host key, and add it to that file.")
                .arg(machine, location, shown));
    return sentence(HandshakeWords::phrase(
        "%1 shows another host key than before: now %2, known %3 (%4). Nothing was sent. Somebody may be in "
        "between; only if whoever runs that machine confirms the new key, remove that line.")
                        .arg(machine, shown, listed, location));
}

Result<void> askAboutNewKey(
    const HostKey &key, const SshSettings &settings, const Sentence &machine, Prompter &prompter, std::stop_token stop)
{
    if (settings.refuseUnknownHosts)
        return sentence(
            HandshakeWords::phrase(
                "The host key %2 of %1 is not known, and your SSH configuration says StrictHostKeyChecking yes. "
                "Add the key to %3 first.")
                .arg(machine, QString::fromStdString(key.fingerprint()),
                    QString::fromStdString(
                        settings.userKnownHostsFiles.empty() ? "known_hosts" : settings.userKnownHostsFiles.front())));
    const HostKeyQuestion question{say(machine.phrase()), QString::fromStdString(settings.nameInKnownHosts()),
        QString::fromStdString(key.type()), QString::fromStdString(key.fingerprint()),
        QString::fromStdString(randomArt(key))};
    if (!prompter.acceptHostKey(question, stop))
        return sentence(
            HandshakeWords::phrase("The host key of %1 was not accepted, so nothing was sent.").arg(machine));
    if (settings.userKnownHostsFiles.empty())
        return {};
    return addKnownHost(
        key, settings.nameInKnownHosts(), settings.userKnownHostsFiles.front(), settings.hashKnownHosts);
}

using Cause = HandshakeError::Cause;

tl::unexpected<HandshakeError> because(Cause cause, const tl::unexpected<Error> &refusal)
{
    return tl::unexpected(HandshakeError(refusal.value(), cause));
}

// ssh looks for a host at a port of its own under its plain name too, where it does not find another key.
Result<HostKeyFinding> judge(const HostKey &key, const SshSettings &settings)
{
    const auto finding = findHostKey(key, settings.nameInKnownHosts(), settings.knownHostsFiles());
    if (!finding || finding->trust >= HostKeyFinding::Trust::Changed)
        return finding;
    const auto plain = findHostKey(key, settings.nameWithoutPort(), settings.knownHostsFiles());
    const bool counts = !plain || plain->trust >= HostKeyFinding::Trust::Known;
    return counts ? plain : finding;
}

Result<std::vector<std::string>> typesOfKnownKeys(const SshSettings &settings)
{
    auto types = knownKeyTypes(settings.nameInKnownHosts(), settings.knownHostsFiles());
    return types && types->empty() ? knownKeyTypes(settings.nameWithoutPort(), settings.knownHostsFiles()) : types;
}

tl::expected<void, HandshakeError> verifyHostKey(const SshTransport &transport, const SshSettings &settings,
    const Sentence &machine, Prompter &prompter, std::stop_token stop)
{
    const auto key = keyOf(transport);
    if (key.type().empty())
        return sentence(HandshakeWords::phrase("%1 showed no host key that could be read.").arg(machine));
    if (!settings.revokedHostKeys.empty()) {
        const auto line = lineInRevokedKeys(key, settings.revokedHostKeys);
        if (!line)
            return tl::unexpected(line.error());
        if (*line != 0)
            return because(Cause::HostKeyRefused, revoked(key, machine, locationOf(settings.revokedHostKeys, *line)));
    }
    if (isShorterThan(settings.smallestRsaKey, key.blob))
        return because(Cause::HostKeyRefused,
            sentence(
                HandshakeWords::phrase("%1 shows a host key of %2 bits, and your SSH configuration allows none below "
                                       "%3 (RequiredRSASize). Nothing was sent.")
                    .arg(machine, rsaBits(key.blob), settings.smallestRsaKey)));
    const auto finding = judge(key, settings);
    if (!finding)
        return tl::unexpected(finding.error());
    switch (finding->trust) {
    case HostKeyFinding::Trust::Known:
        return {};
    case HostKeyFinding::Trust::Unknown:
        if (const auto accepted = askAboutNewKey(key, settings, machine, prompter, stop); !accepted)
            return because(Cause::HostKeyRefused, tl::unexpected(accepted.error()));
        return {};
    case HostKeyFinding::Trust::Changed:
        return because(Cause::HostKeyChanged, distrusted(key, *finding, machine));
    default:
        return because(Cause::HostKeyRefused, distrusted(key, *finding, machine));
    }
}

tl::unexpected<Error> notAgreed(const SshTransport &transport, const SshSettings &settings, const Sentence &machine)
{
    // OpenSSH 9.8 and newer close so on whoever failed to log in several times (PerSourcePenalties), and all do where
    // too many wait for a login (MaxStartups). libssh keeps nothing of what they say in place of a greeting.
    if (!ssh_get_serverbanner(transport.session()))
        return sentence(HandshakeWords::phrase(
                            "%1 closed the connection before it greeted as an SSH server. Check that an SSH server "
                            "listens on port %2. If logins from here have failed, it may let nobody in from here for a "
                            "while: wait a few minutes and try again.")
                            .arg(machine)
                            .arg(settings.port),
            transport.lastError());
    return sentence(HandshakeWords::phrase(
                        "No secure connection to %1 could be agreed on. Check that an SSH server listens on port %2.")
                        .arg(machine)
                        .arg(settings.port),
        transport.lastError());
}

} // namespace

tl::expected<std::unique_ptr<SshTransport>, HandshakeError> shakeHands(Descriptor socket,
    std::unique_ptr<SshProxy> proxy, const SshSettings &settings, const Sentence &machine, Prompter &prompter,
    std::stop_token stop)
{
    const auto knownTypes = typesOfKnownKeys(settings);
    if (!knownTypes)
        return tl::unexpected(knownTypes.error());

    auto session = newSession(settings);
    if (const auto allowed = allowAlgorithms(session.get(), settings, *knownTypes, machine); !allowed)
        return tl::unexpected(allowed.error());
    const int number = socket.release(); // closed with the session
    ssh_options_set(session.get(), SSH_OPTIONS_FD, &number);
    auto transport = std::make_unique<SshTransport>(std::move(session), std::move(proxy));
    const auto connected = transport->settle(
        [&] { return ssh_connect(transport->session()); }, SSH_AGAIN, settings.connectTimeout, stop);
    if (!connected && !stop.stop_requested() && ssh_get_serverbanner(transport->session()))
        return sentence(HandshakeWords::phrase(
            "%1 greeted as an SSH server, and then there was %2. It stands still, or large packets are lost on the "
            "way: where a VPN or tunnel takes smaller ones than your network, set a smaller MTU there, such as 1280.")
                            .arg(machine, connected.error()));
    if (!connected)
        return sentence(HandshakeWords::phrase("%1 did not greet as an SSH server: %2. Check the port.")
                            .arg(machine, connected.error()));
    if (*connected != SSH_OK) {
        if (const auto said = nothingInCommon(transport->lastError(), machine))
            return because(Cause::NoCommonAlgorithm, sentence(*said, transport->lastError()));
        return notAgreed(*transport, settings, machine);
    }
    if (const auto verified = verifyHostKey(*transport, settings, machine, prompter, stop); !verified)
        return tl::unexpected(verified.error());
    return transport;
}

} // namespace motley
