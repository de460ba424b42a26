// Keyboard-interactive: the server asks, with words of its own, as often as it likes.
#include "remote/session/secret.h"
#include "remote/session/untrustedtext.h"
#include "remote/ssh/sshlogin.h"

#include <libssh/libssh.h>

namespace motley {

namespace {

constexpr int mostConversations = 20; // rounds of one attempt
constexpr unsigned mostPrompts = 16;
constexpr qsizetype longestWords = 2000;

QString words(const char *text)
{
    return QString::fromStdString(cleaned(text ? text : "")).left(longestWords);
}

} // namespace

Result<SshLogin::Answer> SshLogin::tryKeyboard()
{
    auto *session = m_transport.session();
    auto answer = Answer::Refused;
    while (answer == Answer::Refused && mayTypeAgain()
        && (ssh_userauth_list(session, nullptr) & SSH_AUTH_METHOD_INTERACTIVE)) {
        const int typedBefore = m_typed;
        tried(QStringLiteral("keyboard-interactive"));
        const auto result = answerQuestions();
        if (!result)
            return result;
        answer = *result;
        if (m_typed == typedBefore) // refused without a question: asking again would be no different
            break;
    }
    return answer;
}

Result<SshLogin::Answer> SshLogin::answerQuestions()
{
    auto *session = m_transport.session();
    const auto next = [&] { return ssh_userauth_kbdint(session, nullptr, nullptr); };
    auto code = askRaw(next);
    bool typed = false;
    for (int conversation = 0; code && *code == SSH_AUTH_INFO && conversation < mostConversations; ++conversation) {
        const int prompts = ssh_userauth_kbdint_getnprompts(session);
        for (unsigned index = 0; index < static_cast<unsigned>(std::max(prompts, 0)); ++index) {
            if (index >= mostPrompts)
                return broken();
            char echo = 0;
            auto asked = question(SecretQuestion::Kind::KeyboardInteractive);
            asked.instruction = words(ssh_userauth_kbdint_getinstruction(session));
            asked.prompt = words(ssh_userauth_kbdint_getprompt(session, index, &echo));
            asked.echo = echo != 0;
            asked.attempt = m_typed + (typed ? 0 : 1);
            auto answer = m_prompter.secret(asked, m_stop);
            if (!answer)
                return givenUp();
            const Secret secret(*std::exchange(answer, std::nullopt));
            m_typed += typed ? 0 : 1;
            typed = true;
            ssh_userauth_kbdint_setanswer(session, index, secret.text());
        }
        code = askRaw(next);
    }
    if (!code)
        return tl::unexpected(code.error());
    return ask([&] { return *code; });
}

} // namespace motley
