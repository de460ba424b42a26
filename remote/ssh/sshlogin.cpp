#include "remote/ssh/sshlogin.h"

#include "remote/session/secret.h"
#include "remote/session/sentence.h"
#include "remote/ssh/keypolicy.h"
#include "remote/ssh/sshagentfilter.h"
#include "remote/ssh/sshkeyfile.h"

#include <algorithm>
#include <filesystem>
#include <libssh/libssh.h>

namespace motley {

namespace {

constexpr std::chrono::seconds answerLimit{60}; // PAM modules and name look-ups on the server take their time
constexpr int mostRounds = 6; // of partial success, in which the server accepts a method and wants another one

QStringList names(int methods)
{
    QStringList list;
    if (methods & SSH_AUTH_METHOD_PUBLICKEY)
        list += QStringLiteral("publickey");
    if (methods & SSH_AUTH_METHOD_PASSWORD)
        list += QStringLiteral("password");
    if (methods & SSH_AUTH_METHOD_INTERACTIVE)
        list += QStringLiteral("keyboard-interactive");
    if (methods & SSH_AUTH_METHOD_HOSTBASED)
        list += QStringLiteral("hostbased");
    if (methods & SSH_AUTH_METHOD_GSSAPI_MIC)
        list += QStringLiteral("gssapi-with-mic");
    return list;
}

QString listed(const QStringList &words)
{
    return words.join(QStringLiteral(", "));
}

// Those of the configuration, in its order.
template <typename Step>
void choose(std::vector<Step> &steps, const std::vector<std::string> &preferred)
{
    if (preferred.empty())
        return;
    const auto place = [&](const Step &step) { return std::find(preferred.begin(), preferred.end(), step.name); };
    std::erase_if(steps, [&](const Step &step) { return place(step) == preferred.end(); });
    std::stable_sort(steps.begin(), steps.end(), [&](const Step &a, const Step &b) { return place(a) < place(b); });
}

} // namespace

SshLogin::SshLogin(
    SshTransport &transport, const SshSettings &settings, Sentence machine, Prompter &prompter, std::stop_token stop)
    : m_transport(transport), m_settings(settings), m_machine(std::move(machine)), m_prompter(prompter),
      m_stop(std::move(stop))
{
}

Result<void> SshLogin::run()
{
    auto *session = m_transport.session();
    auto answer = ask([&] { return ssh_userauth_none(session, nullptr); });
    for (int round = 0; answer && round < mostRounds; ++round) {
        if (*answer == Answer::Accepted)
            return {};
        const int offered = ssh_userauth_list(session, nullptr);
        answer = tryAll(offered);
        if (answer && *answer == Answer::Refused)
            return refused(offered);
    }
    return answer ? refused(ssh_userauth_list(session, nullptr)) : tl::unexpected(answer.error());
}

Result<SshLogin::Answer> SshLogin::tryAll(int offered)
{
    using Method = Result<Answer> (SshLogin::*)();
    struct Step {
        const char *name;
        bool applies;
        Method method;
    };
    const bool keys = (offered & SSH_AUTH_METHOD_PUBLICKEY) && m_settings.publicKeys;
    std::vector<Step> steps{{"publickey", keys && !m_agentUsed, &SshLogin::tryAgent},
        {"publickey", keys, &SshLogin::tryKeyFiles},
        {"password", (offered & SSH_AUTH_METHOD_PASSWORD) && m_settings.passwords, &SshLogin::tryPassword},
        {"keyboard-interactive", (offered & SSH_AUTH_METHOD_INTERACTIVE) && m_settings.keyboardInteractive,
            &SshLogin::tryKeyboard}};
    choose(steps, m_settings.preferredMethods);
    for (const auto &[name, applies, method] : steps) {
        if (!applies)
            continue;
        const auto answer = (this->*method)();
        if (!answer || *answer != Answer::Refused)
            return answer;
    }
    return Answer::Refused;
}

Result<SshLogin::Answer> SshLogin::tryAgent()
{
    AgentKeyChoice choice;
    choice.onlyPreferred = m_settings.identitiesOnly;
    choice.isAllowed
        = [settings = m_settings](std::string_view blob) { return keywordAgainst(blob, settings).empty(); };
    for (const auto &path : m_settings.identityFiles) {
        for (const auto &certificate : certificatesFor(path))
            choice.preferred.push_back(blobOf(readCertificate(certificate)));
        if (auto blob = blobOf(readPublicKey(path)); !blob.empty())
            choice.preferred.push_back(std::move(blob));
    }
    auto filter = SshAgentFilter::open(m_settings.identityAgent, std::move(choice), m_stop);
    if (!filter)
        return Answer::Refused;
    auto *session = m_transport.session();
    ssh_set_agent_socket(session, filter->releaseClientEnd());
    tried(QStringLiteral("ssh-agent"));
    const auto answer = ask([&] { return ssh_userauth_agent(session, nullptr); });
    m_agentUsed = answer && *answer == Answer::Partly;
    return answer;
}

Result<SshLogin::Answer> SshLogin::tryKeyFiles()
{
    for (const auto &path : m_settings.identityFiles) {
        std::error_code unreadable;
        if (m_filesUsed.contains(path) || !std::filesystem::exists(path, unreadable))
            continue;
        const auto answer = tryKeyFile(path);
        if (answer && *answer == Answer::Partly)
            m_filesUsed.insert(path);
        if (!answer || *answer != Answer::Refused)
            return answer;
    }
    return Answer::Refused;
}

Result<SshLogin::Answer> SshLogin::tryKeyFile(const std::string &path)
{
    if (isOpenToOthers(path)) {
        leaveOut(path, phrase("%1, whose permissions are too open (chmod 600 %1)").arg(QString::fromStdString(path)));
        return Answer::Refused;
    }
    auto *session = m_transport.session();
    for (const auto &certificate : certificatesFor(path)) {
        const auto answer = tryCertificate(certificate, path);
        if (!answer || *answer != Answer::Refused)
            return answer;
    }
    const auto publicKey = readPublicKey(path);
    if (isLeftOut(path, publicKey))
        return Answer::Refused;
    tried(QString::fromStdString(path));
    if (publicKey) {
        const auto wanted = ask([&] { return ssh_userauth_try_publickey(session, nullptr, publicKey.get()); });
        if (!wanted || *wanted == Answer::Refused)
            return wanted;
    }
    const auto key = unlock(path);
    if (!key)
        return tl::unexpected(key.error());
    if (!*key || isLeftOut(path, *key))
        return Answer::Refused;
    return ask([&] { return ssh_userauth_publickey(session, nullptr, key->get()); });
}

Result<SshLogin::Answer> SshLogin::tryCertificate(const std::string &certificate, const std::string &path)
{
    auto *session = m_transport.session();
    const auto publicPart = readCertificate(certificate);
    if (isLeftOut(certificate, publicPart))
        return Answer::Refused;
    tried(QString::fromStdString(certificate));
    const auto wanted = ask([&] { return ssh_userauth_try_publickey(session, nullptr, publicPart.get()); });
    if (!wanted || *wanted == Answer::Refused)
        return wanted;
    const auto key = unlock(path);
    if (!key)
        return tl::unexpected(key.error());
    if (!*key || ssh_pki_copy_cert_to_privkey(publicPart.get(), key->get()) != SSH_OK)
        return Answer::Refused;
    return ask([&] { return ssh_userauth_publickey(session, nullptr, key->get()); });
}

bool SshLogin::isLeftOut(const std::string &path, const SshKeyHandle &key)
{
    const auto keyword = key ? keywordAgainst(blobOf(key), m_settings) : std::string_view();
    if (keyword.empty())
        return false;
    leaveOut(path,
        phrase("%1, which %2 of your SSH configuration leaves out")
            .arg(QString::fromStdString(path), QLatin1String(keyword.data(), static_cast<qsizetype>(keyword.size()))));
    return true;
}

void SshLogin::leaveOut(const std::string &path, const Sentence &why)
{
    if (std::find(m_leftOut.begin(), m_leftOut.end(), path) != m_leftOut.end())
        return;
    m_leftOut.push_back(path);
    m_whyLeftOut = m_whyLeftOut ? phrase("%1; %2").arg(*m_whyLeftOut, why) : why;
}

std::vector<std::string> SshLogin::certificatesFor(const std::string &path) const
{
    auto candidates = m_settings.certificateFiles;
    if (const auto own = path + "-cert.pub"; std::find(candidates.begin(), candidates.end(), own) == candidates.end())
        candidates.push_back(own);
    const auto key = blobOf(readPublicKey(path));
    std::erase_if(
        candidates, [&](const auto &candidate) { return !isCertificateFor(blobOf(readCertificate(candidate)), key); });
    return candidates;
}

Result<SshKeyHandle> SshLogin::unlock(const std::string &path)
{
    auto read = readPrivateKey(path);
    for (int attempt = 1; read.needsPassphrase && attempt <= mostTyped; ++attempt) {
        auto passphrase = question(SecretQuestion::Kind::Passphrase);
        passphrase.account = QString::fromStdString(path);
        passphrase.attempt = attempt;
        auto typed = m_prompter.secret(passphrase, m_stop);
        if (m_stop.stop_requested())
            return givenUp();
        if (!typed)
            return SshKeyHandle();
        const Secret secret(*std::exchange(typed, std::nullopt));
        read = readPrivateKey(path, secret.text());
    }
    return std::move(read.key);
}

Result<SshLogin::Answer> SshLogin::tryPassword()
{
    auto *session = m_transport.session();
    auto answer = Answer::Refused;
    while (answer == Answer::Refused && mayTypeAgain()
        && (ssh_userauth_list(session, nullptr) & SSH_AUTH_METHOD_PASSWORD)) {
        auto typed = m_prompter.secret(question(SecretQuestion::Kind::Password), m_stop);
        if (!typed)
            return givenUp();
        const Secret secret(*std::exchange(typed, std::nullopt));
        ++m_typed;
        tried(QStringLiteral("password"));
        const auto result = ask([&] { return ssh_userauth_password(session, nullptr, secret.text()); });
        if (!result)
            return result;
        answer = *result;
    }
    return answer;
}

Result<SshLogin::Answer> SshLogin::ask(const std::function<int()> &call)
{
    const auto answer = askRaw(call);
    if (!answer)
        return tl::unexpected(answer.error());
    switch (*answer) {
    case SSH_AUTH_SUCCESS:
        return Answer::Accepted;
    case SSH_AUTH_PARTIAL:
        return Answer::Partly;
    case SSH_AUTH_DENIED:
        if (m_transport.isBroken()) // as libssh 0.11 answers where the server closed the connection with words
            return broken();
        return Answer::Refused;
    default:
        return broken();
    }
}

Result<int> SshLogin::askRaw(const std::function<int()> &call)
{
    auto answer = m_transport.settle(call, SSH_AUTH_AGAIN, answerLimit, m_stop);
    if (!answer)
        return sentence(phrase("The login on %1 did not come to an end: %2").arg(m_machine, answer.error()));
    return answer;
}

SecretQuestion SshLogin::question(SecretQuestion::Kind kind) const
{
    SecretQuestion question;
    question.kind = kind;
    question.machine = say(m_machine.phrase());
    question.account = QString::fromStdString(m_settings.user + '@' + m_settings.hostName);
    question.attempt = m_typed + 1;
    return question;
}

void SshLogin::tried(const QString &method)
{
    if (!m_tried.contains(method))
        m_tried += method;
}

tl::unexpected<Error> SshLogin::givenUp() const
{
    return sentence(phrase("The login on %1 was given up. %2")
                        .arg(m_machine, attempts(ssh_userauth_list(m_transport.session(), nullptr))));
}

Sentence SshLogin::attempts(int offered) const
{
    const auto tried = m_tried.isEmpty() ? phrase("nothing") : verbatim(listed(m_tried));
    if (m_whyLeftOut)
        return phrase("(It offers: %1. Tried: %2. Not tried: %3.)").arg(listed(names(offered)), tried, *m_whyLeftOut);
    return phrase("(It offers: %1. Tried: %2.)").arg(listed(names(offered)), tried);
}

tl::unexpected<Error> SshLogin::refused(int offered)
{
    m_wasRefused = true;
    const auto account = QString::fromStdString(m_settings.user);
    if (m_typed > 0)
        return sentence(
            phrase("%1 did not accept what was typed for the account %2. Check the password and the name of the "
                   "account. %3")
                .arg(m_machine, account, attempts(offered)));
    const auto &preferred = m_settings.preferredMethods;
    const auto offers = names(offered);
    if (!preferred.empty() && std::none_of(preferred.begin(), preferred.end(), [&](const auto &method) {
            return offers.contains(QString::fromStdString(method));
        }))
        return sentence(phrase("%1 offers none of the ways to log in to the account %2 that PreferredAuthentications "
                               "of your SSH configuration allows. %3")
                            .arg(m_machine, account, attempts(offered)));
    if (m_whyLeftOut)
        return sentence(phrase("%1 accepted none of the keys that could be tried for the account %2. %3")
                            .arg(m_machine, account, attempts(offered)));
    for (const auto &certificate : m_settings.certificateFiles) {
        if (const auto file = QString::fromStdString(certificate); !m_tried.contains(file))
            return sentence(phrase("%1 accepted none of your keys for the account %2. CertificateFile %3 was not "
                                   "tried, as it is not for a key of IdentityFile that is here. %4")
                                .arg(m_machine, account, file, attempts(offered)));
    }
    return sentence(
        phrase("%1 accepted none of your keys for the account %2. Add a key to that account or check its name. %3")
            .arg(m_machine, account, attempts(offered)));
}

tl::unexpected<Error> SshLogin::broken()
{
    const auto words = m_transport.lastWords();
    m_wasRefused = words.find("Too many authentication failures") != std::string::npos;
    if (m_wasRefused)
        return sentence(
            phrase("%1 closed the connection after too many refused keys or passwords. Name the right key with "
                   "IdentityFile and IdentitiesOnly in your SSH configuration. (Tried: %2.)")
                .arg(m_machine, listed(m_tried)),
            words);
    return sentence(phrase("%1 closed the connection during the login. Try again.").arg(m_machine), words);
}

} // namespace motley
