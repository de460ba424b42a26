// One machine fetches files from another: whole or not at all, whatever the other one says, sends or stops sending.
#include "engine/base/sha256.h"
#include "engine/filecopies/filefetcher.h"
#include "engine/filecopies/filegiver.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/fixtures/smalldisk.h"
#include "tests/fixtures/wholefiles.h"

#include <QTemporaryDir>
#include <QTest>

#include <poll.h>
#include <sys/stat.h>

#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

const std::string here = "127.0.0.1";
const std::string token(64, 'a');
constexpr auto quiet = 10s; // longer than a busy computer takes to call

// With bytes that would end a line.
QByteArray anyBytes(qint64 count, unsigned seed)
{
    std::mt19937 random(seed);
    QByteArray bytes(count, '\0');
    for (char &byte : bytes)
        byte = char(random() % 8 == 0 ? '\n' : random() % 8 == 0 ? '\\' : int(random()));
    return bytes;
}

std::string hashOf(const QByteArray &bytes)
{
    return sha256Of({bytes.constData(), std::size_t(bytes.size())});
}

// The real giver, on a thread of its own, until nobody has asked for a while.
class Giving {
public:
    explicit Giving(std::vector<GivenFile> files, const std::string &word = token)
        : m_giver(std::make_shared<Result<FileGiver>>(FileGiver::open({here, word, std::move(files)})))
    {
        if (*m_giver)
            threads().emplace_back([giver = m_giver] { (*giver)->give(quiet); });
    }

    int port() const { return *m_giver ? (*m_giver)->port() : 0; }

    static void awaitAll()
    {
        for (std::thread &thread : threads())
            thread.join();
    }

private:
    static std::vector<std::thread> &threads()
    {
        static std::vector<std::thread> all;
        return all;
    }

    std::shared_ptr<Result<FileGiver>> m_giver;
};

// A peer that knows the token and answers as it likes; nullopt: it hangs up.
using Answer = std::function<std::optional<std::string>(const PieceRequest &)>;
class ScriptedGiver {
public:
    explicit ScriptedGiver(Answer answer) : m_answer(std::move(answer))
    {
        auto listener = TlsListener::at(here, *filesKeyOf(token));
        m_port = listener->port();
        m_thread = std::thread([this, heard = *std::move(listener)]() mutable { run(heard); });
    }
    ~ScriptedGiver()
    {
        m_isClosing = true;
        m_thread.join();
    }

    int port() const { return m_port; }
    int callers() const { return m_callers; }

private:
    void run(TlsListener &listener)
    {
        std::vector<TlsConnection> links;
        while (!m_isClosing) {
            std::vector<pollfd> waits;
            listener.addWaits(waits);
            for (const auto &link : links)
                waits.push_back(link.waits());
            poll(waits.data(), waits.size(), 20);
            for (auto &link : listener.newCallers()) {
                ++m_callers;
                links.push_back(std::move(link));
            }
            std::erase_if(links, [this](TlsConnection &link) { return !serve(link); });
        }
    }

    bool serve(TlsConnection &link)
    {
        link.advance();
        for (const std::string &line : link.receivedLines()) {
            auto answer = m_answer(*parsePieceRequest(line));
            if (!answer)
                return false;
            link.send(*std::move(answer));
        }
        link.advance();
        return link.state() != TlsConnection::State::Closed;
    }

    Answer m_answer;
    int m_port = 0;
    std::atomic<int> m_callers{0};
    std::atomic<bool> m_isClosing{false};
    std::thread m_thread;
};

} // namespace

class FileCopiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = m_folder->filePath("root");
        QVERIFY(QDir().mkdir(m_root));
        m_bytes = anyBytes(3'000'001, 1);
        m_path = m_folder->filePath("big").toStdString();
        write(QString::fromStdString(m_path), m_bytes);
    }

    void cleanupTestCase() { Giving::awaitAll(); } // they end by themselves

    void copiesWholeFiles()
    {
        const QByteArray small = anyBytes(10, 2);
        write(m_folder->filePath("small"), small);
        write(m_folder->filePath("empty"), {});
        Giving giving({{hashOf(m_bytes), m_path}, {hashOf(small), m_folder->filePath("small").toStdString()},
            {hashOf({}), m_folder->filePath("empty").toStdString()}});
        std::int64_t came = 0;
        const auto report = fetchFiles(request(giving.port(), {wanted(), {hashOf(small), 10, {}}, {hashOf({}), 0, {}}}),
            [&](std::int64_t bytes) { came = bytes; });
        QCOMPARE(report, (FetchReport{{hashOf(m_bytes), hashOf(small), hashOf({})}, {}, 0, {}}));
        QCOMPARE(came, m_bytes.size() + 10);
        QCOMPARE(contents(blob(hashOf(m_bytes))), m_bytes);
        QCOMPARE(contents(blob(hashOf(small))), small);
        QVERIFY(QFile::exists(blob(hashOf({}))));
        struct stat status { };
        QCOMPARE(::stat(blob(hashOf(small)).toLocal8Bit().constData(), &status), 0);
        QCOMPARE(status.st_mode & 077, 0U);
        QVERIFY(parts().isEmpty());
    }

    void fetchesNothingThatIsThere()
    {
        QVERIFY(QDir().mkpath(QFileInfo(blob(hashOf(m_bytes))).path()));
        write(blob(hashOf(m_bytes)), m_bytes);
        const auto report = fetchFiles(request(1, {wanted()}));
        QCOMPARE(report.problem, "");
        QCOMPARE(report.fetched, std::vector{hashOf(m_bytes)});
    }

    void goesOnWithAPart_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<qint64>("comes");
        const QByteArray bytes = anyBytes(3'000'001, 1);
        QTest::addRow("right") << bytes.left(1'000'000) << qint64(2'000'001);
        QTest::addRow("all but the name") << bytes << qint64(0);
        QTest::addRow("damaged") << QByteArray(1'000'000, 'x') << qint64(2'000'001 + 3'000'001);
        QTest::addRow("too long") << bytes + "x" << qint64(3'000'001);
    }

    void goesOnWithAPart()
    {
        QFETCH(QByteArray, there);
        QFETCH(qint64, comes);
        QVERIFY(QDir().mkpath(QFileInfo(blob(hashOf(m_bytes))).path()));
        write(blob(hashOf(m_bytes)) + ".part.earlier-1", there);
        Giving giving({{hashOf(m_bytes), m_path}});
        auto asked = wanted();
        asked.unfinished = "earlier-1";
        std::int64_t came = 0;
        const auto report = fetchFiles(request(giving.port(), {asked}), [&](std::int64_t bytes) { came = bytes; });
        QCOMPARE(report.problem, "");
        QCOMPARE(came, comes);
        QCOMPARE(contents(blob(hashOf(m_bytes))), m_bytes);
        QVERIFY(parts().isEmpty());
    }

    // As in a cache whose files are named by what they should hold.
    void believesNoName()
    {
        QByteArray other = m_bytes;
        other[2'999'999] = char(other[2'999'999] + 1);
        write(QString::fromStdString(m_path), other);
        Giving giving({{hashOf(m_bytes), m_path}});
        const auto report = fetchFiles(request(giving.port(), {wanted()}));
        QVERIFY2(report.problem.find("other bytes") != std::string::npos, report.problem.c_str());
        QVERIFY(report.fetched.empty());
        QVERIFY(report.unfinished.empty());
        QVERIFY(!QFile::exists(blob(hashOf(m_bytes))));
        QVERIFY(parts().isEmpty());
    }

    void keepsWhatAPeerMustNotSend_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("problem");
        const std::string piece(std::size_t(filePieceBytes), 'x');
        const auto row = [](const char *name, const std::string &line, const char *problem) {
            QTest::addRow("%s", name) << QByteArray::fromStdString(line) << problem;
        };
        row("nothing there", answerLine(std::nullopt), "does not have");
        row("other bytes", answerLine(piece), "other bytes");
        row("a short piece", answerLine(piece.substr(1)), "shorter");
        row("an empty piece", answerLine(std::string()), "shorter");
        row("a long piece", answerLine(piece + "x"), "at most");
        row("no answer of ours", "hello", "no piece");
        row("half an escape", "+x\\", "no piece");
        row("a line without end", std::string(TlsConnection::longestLine + 1, '+'), "no connection");
    }

    void keepsWhatAPeerMustNotSend()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, problem);
        const ScriptedGiver giver([&](const PieceRequest &) { return answer.toStdString(); });
        const auto report = fetchFiles(request(giver.port(), {wanted()}));
        QVERIFY2(report.problem.find(problem.toStdString()) != std::string::npos, report.problem.c_str());
        QVERIFY(report.fetched.empty());
        QVERIFY(!QFile::exists(blob(hashOf(m_bytes))));
        for (const QString &part : parts())
            QVERIFY(QFileInfo(m_root + '/' + part).size() <= m_bytes.size());
    }

    void keepsThePartOfAPeerThatGoesAway()
    {
        const auto piece = [this](std::int64_t from) { return m_bytes.mid(from, filePieceBytes).toStdString(); };
        const ScriptedGiver giver([&](const PieceRequest &asked) {
            return asked.from < 4 * filePieceBytes ? std::optional(answerLine(piece(asked.from))) : std::nullopt;
        });
        const auto report = fetchFiles(request(giver.port(), {wanted()}));
        QCOMPARE(giver.callers(), 3);
        QVERIFY2(report.problem.find("no connection") != std::string::npos, report.problem.c_str());
        QCOMPARE(report.unfinished, hashOf(m_bytes));
        QVERIFY(report.unfinishedBytes <= 4 * filePieceBytes);
        QCOMPARE(parts().size(), 1);

        Giving another({{hashOf(m_bytes), m_path}});
        auto asked = request(another.port(), {wanted()});
        asked.files.front().unfinished = asked.client;
        asked.client = "later-2";
        std::int64_t came = 0;
        QCOMPARE(fetchFiles(asked, [&](std::int64_t bytes) { came = bytes; }).problem, "");
        QCOMPARE(came, m_bytes.size() - report.unfinishedBytes);
        QCOMPARE(contents(blob(hashOf(m_bytes))), m_bytes);
        QVERIFY(parts().isEmpty());
    }

    void findsNobody()
    {
        const int port = portOf(boundTo(*socketAddress(here, 0)));
        const auto report = fetchFiles(request(port, {wanted()}));
        QVERIFY2(report.problem.find("no connection to 127.0.0.1") != std::string::npos, report.problem.c_str());
    }

    void givesNothingWithoutTheToken()
    {
        Giving giving({{hashOf(m_bytes), m_path}}, std::string(64, 'b'));
        const auto report = fetchFiles(request(giving.port(), {wanted()}));
        QVERIFY2(report.problem.find("no connection") != std::string::npos, report.problem.c_str());
        QVERIFY(parts().isEmpty());
    }

    void givesNothingElse()
    {
        const QByteArray secret = "secret";
        write(m_folder->filePath("secret"), secret);
        Giving giving({{hashOf(m_bytes), m_path}, {hashOf("folder"), m_folder->path().toStdString()}});
        for (const QByteArray &other : {secret, QByteArray("folder")}) {
            const auto report = fetchFiles(request(giving.port(), {{hashOf(other), other.size(), {}}}));
            QVERIFY2(report.problem.find("does not have") != std::string::npos, report.problem.c_str());
        }
    }

    void leavesNothingOnAFullDisk()
    {
        const SmallDisk disk(m_folder->filePath("disk"));
        if (!disk.isMounted())
            QSKIP("A small file system needs root.");
        m_root = m_folder->filePath("disk/root");
        QVERIFY(QDir().mkdir(m_root));
        Giving giving({{hashOf(m_bytes), m_path}});
        const auto report = fetchFiles(request(giving.port(), {wanted()}));
        QVERIFY2(report.problem.find("full") != std::string::npos, report.problem.c_str());
        QVERIFY(report.unfinished.empty());
        QVERIFY(parts().isEmpty());
    }

    void writesNowhereThatOthersCanChange()
    {
        QCOMPARE(::chmod(m_root.toLocal8Bit().constData(), 0707), 0);
        const auto report = fetchFiles(request(1, {wanted()}));
        QVERIFY2(report.problem.find("Other people can change") != std::string::npos, report.problem.c_str());
    }

    void runsAsCommands()
    {
        QProcess giver;
        giver.start(MOTLEY_ENGINE, {"give-files", "--foreground"});
        giver.write(QByteArray::fromStdString(toJson(GiveRequest{here, token, {{hashOf(m_bytes), m_path}}})));
        giver.closeWriteChannel();
        while (!giver.canReadLine())
            QVERIFY(giver.waitForReadyRead(60'000));
        const auto answer = parseGiveAnswer(giver.readLine().toStdString());
        QVERIFY(answer);
        const auto fetched
            = runEngine({"fetch-files"}, 60'000, QByteArray::fromStdString(toJson(request(answer->port, {wanted()}))));
        giver.kill();
        giver.waitForFinished();
        QCOMPARE(fetched.exitCode, 0);
        const auto report = parseFetchReport(fetched.output.trimmed().split('\n').last().toStdString());
        QVERIFY2(report, fetched.output.constData());
        QCOMPARE(*report, (FetchReport{{hashOf(m_bytes)}, {}, 0, {}}));
        QCOMPARE(contents(blob(hashOf(m_bytes))), m_bytes);
    }

    void refusesRequestsThatAreNone_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QByteArray>("request");
        const auto row = [](const char *name, const char *command, const std::string &request) {
            QTest::addRow("%s", name) << QByteArray(command) << QByteArray::fromStdString(request);
        };
        const WantedFile file{std::string(64, 'c'), 1, {}};
        row("no JSON", "give-files", "{");
        row("a short token", "give-files", toJson(GiveRequest{here, "abc", {}}));
        row("a relative path", "give-files", toJson(GiveRequest{here, token, {{std::string(64, 'c'), "etc"}}}));
        row("no JSON either", "fetch-files", "[]");
        row("a client in another folder", "fetch-files", toJson(FetchRequest{"/tmp", "../x", here, 1, token, {file}}));
        row("a relative root", "fetch-files", toJson(FetchRequest{"tmp", "x", here, 1, token, {file}}));
        row("a hash that is a path", "fetch-files",
            toJson(FetchRequest{"/tmp", "x", here, 1, token, {{"../" + std::string(61, 'c'), 1, {}}}}));
        row("fewer bytes than none", "fetch-files",
            toJson(FetchRequest{"/tmp", "x", here, 1, token, {{std::string(64, 'c'), -1, {}}}}));
    }

    void refusesRequestsThatAreNone()
    {
        QFETCH(QByteArray, command);
        QFETCH(QByteArray, request);
        const auto done = runEngine({QString::fromLatin1(command)}, 60'000, request);
        QCOMPARE(done.exitCode, 1);
        QVERIFY(!done.errors.isEmpty());
    }

private:
    QString blob(const std::string &hash) const
    {
        return m_root + QString::fromStdString("/blobs/sha256/" + hash.substr(0, 2) + '/' + hash);
    }
    QStringList parts() const
    {
        QStringList found;
        const QDir blobs(m_root + "/blobs/sha256");
        for (const QString &folder : blobs.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QString &name : QDir(blobs.filePath(folder)).entryList({"*.part.*"}))
                found << "blobs/sha256/" + folder + '/' + name;
        return found;
    }
    WantedFile wanted() const { return {hashOf(m_bytes), m_bytes.size(), {}}; }
    FetchRequest request(int port, std::vector<WantedFile> files) const
    {
        return {m_root.toStdString(), "now-1", here, port, token, std::move(files)};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_root;
    QByteArray m_bytes;
    std::string m_path;
};

QTEST_GUILESS_MAIN(FileCopiesTest)
#include "tst_filecopies.moc"
