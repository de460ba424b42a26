// Machines that meet over TLS, and those that do not know their secret.
#include "engine/base/tcp.h"
#include "engine/rendezvous/rendezvousstore.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace motley;
using namespace std::chrono_literals;

namespace {

const std::string secret(32, 's');

MeetingPlace newPlace()
{
    return {"tcp://127.0.0.1:" + std::to_string(portOf(boundTo(*socketAddress("127.0.0.1", 0)))), secret};
}

std::unique_ptr<RendezvousStore> open(const MeetingPlace &place)
{
    auto store = openRendezvousStore(place, 3, 10s);
    return store ? std::move(*store) : nullptr;
}

} // namespace

class TlsRendezvousTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesLongTexts();
    void answersNobodyWithoutTheSecret();
    void saysThatTheFirstMachineIsGone();
    void needsASecretOverTcpAlone();
    void readsASecretOfItsOwnAlone();

private:
    QTemporaryDir m_folder;
};

// As a request to join with thousands of files of data is.
void TlsRendezvousTest::carriesLongTexts()
{
    const MeetingPlace place = newPlace();
    const auto first = open(place);
    const auto second = open(place);
    QVERIFY(first && second);
    std::string text;
    while (text.size() < 5'000'000)
        text += std::to_string(text.size()) + "\n";
    QVERIFY(second->post("join-request-1", text));
    QVERIFY(first->read("join-request-1").value() == text);
    QVERIFY(first->post("reply-1", text));
    QVERIFY(second->read("reply-1").value() == text);
}

void TlsRendezvousTest::answersNobodyWithoutTheSecret()
{
    const MeetingPlace place = newPlace();
    const auto first = open(place);
    QVERIFY(first);
    QVERIFY(first->post("join-request-0", "word"));
    const auto stranger = openRendezvousStore({place.url, std::string(32, 'x')}, 3, 5s);
    QVERIFY(!stranger);
    QVERIFY2(stranger.error().message.find("does not know the secret of this machine") != std::string::npos,
        stranger.error().message.c_str());
    const int port = std::stoi(place.url.substr(place.url.rfind(':') + 1));
    std::vector<Descriptor> silent;
    for (const std::string &words : {std::string(), std::string("GET / HTTP/1.1\r\n\r\n"), std::string(70'000, '\xff'),
             std::string("{\"request\":\"count\",\"id\":1,\"rank\":0}\n")}) {
        Descriptor link = connectWithin(*socketAddress("127.0.0.1", port), 5s);
        (void)sendAll(link, words.data(), words.size(), Deadline::clock::now() + 2s);
        std::string heard;
        char chunk[256];
        while (const std::size_t got = receiveSome(link, chunk, sizeof chunk, Deadline::clock::now() + 500ms))
            heard.append(chunk, got);
        QVERIFY2(heard.size() <= 7, heard.c_str()); // an alert of TLS at most
        silent.push_back(std::move(link));
    }
    const auto second = open(place);
    QVERIFY(second);
    QCOMPARE(second->number(), 1);
    QCOMPARE(second->read("join-request-0")->value_or("nothing"), std::string("word"));
}

void TlsRendezvousTest::saysThatTheFirstMachineIsGone()
{
    const MeetingPlace place = newPlace();
    auto first = open(place);
    const auto second = open(place);
    QVERIFY(first && second);
    QVERIFY(!second->read("reply-1").value());
    first.reset();
    const auto read = second->read("reply-1");
    QVERIFY(!read);
    QVERIFY2(read.error().message.find("does not answer any more") != std::string::npos, read.error().message.c_str());
    QVERIFY(open(place)); // another start may meet at the same port
}

void TlsRendezvousTest::needsASecretOverTcpAlone()
{
    MeetingPlace place = newPlace();
    place.secret.clear();
    const auto without = openRendezvousStore(place, 2, 1s);
    QVERIFY(!without);
    QVERIFY2(without.error().message.find("need --secret FILE") != std::string::npos, without.error().message.c_str());
    place = {"file:///nowhere", secret};
    const auto with = openRendezvousStore(place, 2, 1s);
    QVERIFY(!with);
    QVERIFY2(with.error().message.find("need no --secret") != std::string::npos, with.error().message.c_str());
}

void TlsRendezvousTest::readsASecretOfItsOwnAlone()
{
    const QString path = m_folder.filePath("secret");
    const auto join = [&](const QByteArray &words, int rights) {
        QFile::remove(path);
        QFile file(path);
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(words) == words.size();
        file.close();
        ::chmod(path.toUtf8(), mode_t(rights));
        return isWritten
            ? runEngine({"join", "nowhere.json", "--machines", "2", "--meet", "tcp://127.0.0.1:1", "--secret", path})
                  .errors
            : QByteArray();
    };
    const QByteArray good = QByteArray(32, 's') + '\n';
    QVERIFY(join(good, 0644).contains("chmod 600"));
    QVERIFY(join(good, 0620).contains("chmod 600"));
    QVERIFY(join("word\n", 0600).contains("has 4 characters, and needs 32"));
    QVERIFY(join("\n", 0600).contains("has 0 characters"));
    QVERIFY(join(QByteArray(5000, 's'), 0600).contains("longer than"));
    QVERIFY2(join(good, 0600).contains("nowhere.json"), join(good, 0600)); // it gets as far as the job
    QVERIFY(runEngine({"join", "nowhere.json", "--machines", "2", "--meet", "tcp://127.0.0.1:1"})
                .errors.contains("need --secret FILE"));
}

QTEST_GUILESS_MAIN(TlsRendezvousTest)
#include "tst_tlsrendezvous.moc"
