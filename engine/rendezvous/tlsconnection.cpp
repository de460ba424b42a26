#include "engine/rendezvous/tlsconnection.h"

#include "engine/base/tcp.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t longestName = 16;
constexpr std::size_t mostPerAdvance = 1 << 18; // bytes received, so that no other connection waits long
constexpr std::size_t mostAhead = 1 << 16; // bytes encrypted before the socket takes them

template <auto function>
struct Freer {
    template <typename T>
    void operator()(T *object) const
    {
        function(object);
    }
};
using Context = std::unique_ptr<SSL_CTX, Freer<SSL_CTX_free>>;
using Session = std::unique_ptr<SSL_SESSION, Freer<SSL_SESSION_free>>;
using Ssl = std::unique_ptr<SSL, Freer<SSL_free>>;

std::string reasonOfTls()
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    ERR_clear_error();
    return reason ? reason : "unknown";
}

} // namespace

struct TlsConnection::Tls {
    Key key{};
    std::string callerName;
    Context context;
    Ssl ssl;
    BIO *incoming = nullptr; // of ssl: cipher text that was received
    BIO *outgoing = nullptr; // of ssl: cipher text to send

    static TlsPointer make(const Key &key, const SSL_METHOD *method);
    Session session() const;

    static Tls &of(SSL *ssl) { return *static_cast<Tls *>(SSL_get_app_data(ssl)); }
    static int offerKey(
        SSL *ssl, const EVP_MD *, const unsigned char **name, std::size_t *nameLength, SSL_SESSION **session);
    static int findKey(SSL *ssl, const unsigned char *name, std::size_t nameLength, SSL_SESSION **session);
};

void TlsConnection::TlsDeleter::operator()(Tls *tls) const
{
    delete tls;
}

TlsConnection::TlsPointer TlsConnection::Tls::make(const Key &key, const SSL_METHOD *method)
{
    OPENSSL_init_ssl(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr); // a machine's own settings could forbid what the two use
    TlsPointer tls(new Tls);
    tls->key = key;
    tls->context.reset(SSL_CTX_new(method));
    SSL_CTX *context = tls->context.get();
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_num_tickets(context, 0);
    tls->ssl.reset(SSL_new(context));
    tls->incoming = BIO_new(BIO_s_mem());
    tls->outgoing = BIO_new(BIO_s_mem());
    SSL_set_bio(tls->ssl.get(), tls->incoming, tls->outgoing);
    SSL_set_app_data(tls->ssl.get(), tls.get());
    return tls;
}

Session TlsConnection::Tls::session() const
{
    constexpr unsigned char aes128GcmSha256[] = {0x13, 0x01};
    Session made(SSL_SESSION_new());
    const bool isGood = made && SSL_SESSION_set1_master_key(made.get(), key.data(), key.size())
        && SSL_SESSION_set_cipher(made.get(), SSL_CIPHER_find(ssl.get(), aes128GcmSha256))
        && SSL_SESSION_set_protocol_version(made.get(), TLS1_3_VERSION);
    return isGood ? std::move(made) : Session();
}

int TlsConnection::Tls::offerKey(
    SSL *ssl, const EVP_MD *, const unsigned char **name, std::size_t *nameLength, SSL_SESSION **session)
{
    const Tls &tls = of(ssl);
    *name = reinterpret_cast<const unsigned char *>(tls.callerName.data());
    *nameLength = tls.callerName.size();
    *session = tls.session().release();
    return *session ? 1 : 0;
}

int TlsConnection::Tls::findKey(SSL *ssl, const unsigned char *name, std::size_t nameLength, SSL_SESSION **session)
{
    Tls &tls = of(ssl);
    *session = nullptr; // a caller of another kind: the handshake fails, as there is no certificate
    if (nameLength > longestName)
        return 1;
    tls.callerName.assign(reinterpret_cast<const char *>(name), nameLength);
    *session = tls.session().release();
    return *session ? 1 : 0;
}

TlsConnection::TlsConnection(Descriptor socket, TlsPointer tls) : m_socket(std::move(socket)), m_tls(std::move(tls))
{
    sendAtOnce(m_socket);
}

TlsConnection::TlsConnection(TlsConnection &&) noexcept = default;
TlsConnection &TlsConnection::operator=(TlsConnection &&) noexcept = default;
TlsConnection::~TlsConnection() = default;

TlsConnection TlsConnection::toListener(Descriptor socket, const Key &key, const std::string &callerName)
{
    TlsPointer tls = Tls::make(key, TLS_client_method());
    tls->callerName = callerName;
    SSL_set_psk_use_session_callback(tls->ssl.get(), Tls::offerKey);
    SSL_set_verify(tls->ssl.get(), SSL_VERIFY_PEER, nullptr); // a certificate proves nothing here: none is trusted
    SSL_set_connect_state(tls->ssl.get());
    return {std::move(socket), std::move(tls)};
}

TlsConnection TlsConnection::toCaller(Descriptor socket, const Key &key)
{
    TlsPointer tls = Tls::make(key, TLS_server_method());
    SSL_set_psk_find_session_callback(tls->ssl.get(), Tls::findKey);
    SSL_set_accept_state(tls->ssl.get());
    return {std::move(socket), std::move(tls)};
}

std::string TlsConnection::callerName() const
{
    return m_tls->callerName;
}

pollfd TlsConnection::waits() const
{
    const bool wantsToSend = !m_cipherText.empty() || (m_state == State::Open && !m_lines.empty());
    return {m_socket.get(), short(POLLIN | (wantsToSend ? POLLOUT : 0)), 0};
}

// The last words of a process that was killed may arrive together with the end of the connection.
void TlsConnection::advance()
{
    if (m_state == State::Closed)
        return;
    ERR_clear_error();
    const bool hasMore = receiveCipherText();
    const std::string whyLost = m_whyLost;
    if (m_state == State::Handshake)
        shakeHands();
    if (m_state == State::Open)
        decrypt();
    if (m_state == State::Open)
        encrypt();
    sendCipherText();
    if (!whyLost.empty() && !hasMore)
        close(whyLost);
}

bool TlsConnection::receiveCipherText()
{
    char chunk[16384];
    for (std::size_t total = 0; total < mostPerAdvance;) {
        const ssize_t got = recv(m_socket.get(), chunk, sizeof chunk, MSG_DONTWAIT);
        if (got == 0)
            m_whyLost = "it hung up";
        else if (got < 0 && errno != EAGAIN && errno != EINTR)
            m_whyLost = systemReason(errno);
        if (got <= 0)
            return false;
        BIO_write(m_tls->incoming, chunk, int(got));
        total += std::size_t(got);
    }
    return true;
}

void TlsConnection::shakeHands()
{
    const int done = SSL_do_handshake(m_tls->ssl.get());
    if (done == 1)
        m_state = State::Open;
    else if (SSL_get_error(m_tls->ssl.get(), done) != SSL_ERROR_WANT_READ) {
        const std::string reason = reasonOfTls();
        sendCipherText(); // the other end hears why
        close("it does not know the key of this run (" + reason + ")");
    }
}

void TlsConnection::decrypt()
{
    char chunk[16384];
    while (m_state == State::Open) {
        const int got = SSL_read(m_tls->ssl.get(), chunk, sizeof chunk);
        if (got <= 0) {
            const int problem = SSL_get_error(m_tls->ssl.get(), got);
            if (problem == SSL_ERROR_ZERO_RETURN)
                close("it left");
            else if (problem != SSL_ERROR_WANT_READ)
                close("what it sent is damaged (" + reasonOfTls() + ")");
            return;
        }
        cutIntoLines({chunk, std::size_t(got)});
    }
}

void TlsConnection::cutIntoLines(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        m_unfinished.append(text.substr(0, end));
        if (m_unfinished.size() > longestLine)
            return close("it sent a line of more than " + std::to_string(longestLine) + " bytes");
        if (end == std::string_view::npos)
            return;
        m_received.push_back(std::exchange(m_unfinished, {}));
        text.remove_prefix(end + 1);
    }
}

void TlsConnection::encrypt()
{
    while (!m_lines.empty() && m_cipherText.size() + BIO_ctrl_pending(m_tls->outgoing) < mostAhead) {
        SSL_write(m_tls->ssl.get(), m_lines.front().data(), int(m_lines.front().size())); // into memory, so whole
        m_lines.pop_front();
    }
    const bool hasFinished = SSL_get_shutdown(m_tls->ssl.get()) & SSL_SENT_SHUTDOWN;
    if (m_isFinishing && m_lines.empty() && !hasFinished)
        SSL_shutdown(m_tls->ssl.get());
}

void TlsConnection::sendCipherText()
{
    if (m_state == State::Closed)
        return;
    char chunk[16384];
    for (int got = 0; (got = BIO_read(m_tls->outgoing, chunk, sizeof chunk)) > 0;)
        m_cipherText.append(chunk, std::size_t(got));
    while (!m_cipherText.empty()) {
        const ssize_t sent
            = ::send(m_socket.get(), m_cipherText.data(), m_cipherText.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            m_whyLost = systemReason(errno);
        if (sent < 0)
            return;
        m_cipherText.erase(0, std::size_t(sent));
    }
}

void TlsConnection::send(std::string line)
{
    m_lines.push_back(std::move(line) + '\n');
}

void TlsConnection::sendFirst(std::string line)
{
    m_lines.push_front(std::move(line) + '\n');
}

std::vector<std::string> TlsConnection::receivedLines()
{
    return std::exchange(m_received, {});
}

void TlsConnection::finish()
{
    m_isFinishing = true;
}

void TlsConnection::close(std::string why)
{
    if (m_state == State::Closed)
        return;
    m_state = State::Closed;
    m_whyClosed = std::move(why);
    m_socket.close();
}

namespace {

Result<TlsConnection::Key> keyFrom(const std::string &secret, std::string_view purpose)
{
    const auto bytes = [](std::string_view text) { return reinterpret_cast<const unsigned char *>(text.data()); };
    TlsConnection::Key key{};
    std::size_t length = key.size();
    const std::unique_ptr<EVP_PKEY_CTX, Freer<EVP_PKEY_CTX_free>> hkdf(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
    const bool isDerived = hkdf && EVP_PKEY_derive_init(hkdf.get()) > 0
        && EVP_PKEY_CTX_set_hkdf_md(hkdf.get(), EVP_sha256()) > 0
        && EVP_PKEY_CTX_set1_hkdf_key(hkdf.get(), bytes(secret), int(secret.size())) > 0
        && EVP_PKEY_CTX_add1_hkdf_info(hkdf.get(), bytes(purpose), int(purpose.size())) > 0
        && EVP_PKEY_derive(hkdf.get(), key.data(), &length) > 0;
    if (!isDerived)
        return fail("No key could be made of a secret: " + reasonOfTls() + ".");
    return key;
}

} // namespace

Result<TlsConnection::Key> controlKeyOf(const std::string &token)
{
    return keyFrom(token, "motley control channel");
}

Result<TlsConnection::Key> checkpointKeyOf(const std::string &token)
{
    return keyFrom(token, "motley checkpoints");
}

Result<TlsConnection::Key> meetingKeyOf(const std::string &secret)
{
    return keyFrom(secret, "motley meeting");
}

Result<TlsConnection::Key> filesKeyOf(const std::string &token)
{
    return keyFrom(token, "motley files");
}

} // namespace motley
