// CUDA's libraries and headers out of wheels: the scripts of cmake/ against a package index on this computer, which
// cuts downloads, knows no byte ranges or sends other bytes (wheelserver.py).
#include "remote/prepare/cudafetch.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace motley;

namespace {

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

struct Sent { // one line of the server's log
    QByteArray mode;
    qint64 first = 0;
    qint64 bytes = 0;
};

} // namespace

class CudaFetchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_server.start("python3", {TEST_SOURCE "/wheelserver.py", m_serverFolder.path()});
        QVERIFY(m_server.waitForReadyRead(20000));
        m_port = m_server.readLine().trimmed();
        for (const char *name : {"fetch-cuda", "fetch-cuda-headers", "pinnedwheels.py"})
            QVERIFY(QFile::copy(QString(CMAKE_FOLDER "/") + name, m_serverFolder.filePath(name)));
        m_library = contentsOf(m_serverFolder.filePath("libsmall.so.13"));
        QVERIFY(!m_library.isEmpty());
    }

    void cleanupTestCase()
    {
        m_server.kill();
        m_server.waitForFinished();
    }

    // An empty home with a folder as of cmake/fetch-torch. The fetcher is the real one, for that folder.
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_home->path()).mkpath("torch/torch"));
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("PIP_CONFIG_FILE", "/dev/null");
        qputenv("MOTLEY_FETCH_CUDA", m_home->filePath("fetch").toUtf8());
        QFile fetcher(m_home->filePath("fetch"));
        QVERIFY(fetcher.open(QFile::WriteOnly));
        fetcher.write(
            "#!/bin/sh\nexec '" + m_serverFolder.filePath("fetch-cuda").toUtf8() + "' \"$1\" \"$HOME/torch\"\n");
        QVERIFY(fetcher.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        QFile::remove(m_serverFolder.filePath("log"));
    }

    void fetchesOnceAndSaysHowFarItIs_data()
    {
        QTest::addColumn<QByteArray>("index");
        QTest::addRow("JSON pages") << index("ranges");
        QTest::addRow("HTML pages") << index("html");
        QTest::addRow("no byte ranges") << index("whole");
        QTest::addRow("a password") << index("login", "somebody:trust%20no%201@");
        QTest::addRow("every connection is cut") << index("cut");
    }
    void fetchesOnceAndSaysHowFarItIs()
    {
        QFETCH(QByteArray, index);
        qputenv("PIP_INDEX_URL", index);
        std::vector<std::pair<qint64, qint64>> shown;
        const OnFetched fetched = [&](qint64 bytes, qint64 ofBytes) { shown.emplace_back(bytes, ofBytes); };
        const auto done = fetchCuda(fetched, {});
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QVERIFY(!shown.empty());
        QVERIFY(std::is_sorted(shown.begin(), shown.end()));
        QCOMPARE(shown.back().first, shown.back().second);
        QVERIFY(shown.back().second > m_library.size());
        QCOMPARE(contentsOf(library()), m_library);
        QVERIFY(!QFile::exists(m_home->filePath("torch/nvidia/cu13/include"))); // libraries alone
        QVERIFY(QDir(wheels()).isEmpty(QDir::Files)); // no wheel is kept

        const auto before = log().size();
        QVERIFY(fetchCuda(fetched, {}));
        QCOMPARE(log().size(), before);
    }

    void leavesToPipAnIndexThatOnlyPipCanRead()
    {
        qputenv("PIP_INDEX_URL", index("nohash")); // its pages do not say which of a wheel's files is the pinned one
        const auto done = fetchCuda([](qint64, qint64) {}, {});
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QCOMPARE(contentsOf(library()), m_library);
        QVERIFY(QDir(wheels()).isEmpty(QDir::Files));
    }

    void goesOnWhereAConnectionWasCut()
    {
        qputenv("PIP_INDEX_URL", index("cut"));
        QVERIFY(fetchCuda([](qint64, qint64) {}, {}));
        qint64 next = 0;
        for (const Sent &sent : log()) {
            if (sent.bytes <= 1) // it asked for the size
                continue;
            QCOMPARE(sent.first, next);
            next += sent.bytes;
        }
        QVERIFY(next > m_library.size());
        QVERIFY(log().size() > 3);
    }

    void goesOnWhereItWasCancelled()
    {
        qputenv("PIP_INDEX_URL", index("slow"));
        std::stop_source stop;
        std::atomic<qint64> shown = 0;
        const auto cancelled = fetchCuda(
            [&](qint64 bytes, qint64) {
                shown = bytes;
                if (bytes > 500'000)
                    stop.request_stop();
            },
            stop.get_token());
        QVERIFY(!cancelled);
        QVERIFY(!QFile::exists(library()));
        const qint64 kept = QFileInfo(wheels() + "/nvidia-small-1.0.part").size();
        QVERIFY(kept >= shown);
        QVERIFY(kept < m_library.size());

        QTRY_COMPARE(log().size(), 2U); // the server has noticed, too
        qputenv("PIP_INDEX_URL", index("ranges"));
        const auto done = fetchCuda([](qint64, qint64) {}, {});
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        QCOMPARE(log().back().first, kept);
        QCOMPARE(contentsOf(library()), m_library);
    }

    void refusesOtherBytesAndKeepsNoneOfThem()
    {
        qputenv("PIP_INDEX_URL", index("wrong"));
        const auto refused = fetchCuda([](qint64, qint64) {}, {});
        QVERIFY(!refused);
        const auto words = QString::fromStdString(refused.error().message);
        QVERIFY2(words.contains("nvidia-small 1.0"), qPrintable(words));
        QVERIFY2(words.contains("SHA-256"), qPrintable(words));
        QVERIFY(!QFile::exists(library()));
        qputenv("PIP_INDEX_URL", index("ranges"));
        QVERIFY(fetchCuda([](qint64, qint64) {}, {}));
        QCOMPARE(contentsOf(library()), m_library);
    }

    void saysWhatCouldNotBeFound()
    {
        qputenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple");
        const auto failed = fetchCuda([](qint64, qint64) {}, {});
        QVERIFY(!failed);
        const auto words = QString::fromStdString(failed.error().message);
        QVERIFY2(words.contains("nvidia-small was not found"), qPrintable(words));
        QVERIFY2(words.contains("Connection refused"), qPrintable(words));
    }

    void readsHeadersAlone()
    {
        qputenv("PIP_INDEX_URL", index("ranges"));
        QCOMPARE(fetchHeaders(), 0);
        QCOMPARE(contentsOf(m_home->filePath("headers/nv/small")), QByteArray("#define SMALL 1\n"));
        qint64 bytes = 0;
        for (const Sent &sent : log())
            bytes += sent.bytes;
        QVERIFY2(bytes > 0, QByteArray::number(bytes));
        QVERIFY2(bytes < m_library.size() / 10, QByteArray::number(bytes));

        const auto before = log().size();
        QCOMPARE(fetchHeaders(), 0);
        QCOMPARE(log().size(), before);
    }

    // The first GPU needs the libraries in it, so it is kept.
    void fetchesAWholeWheelForItsHeadersWithoutByteRanges()
    {
        qputenv("PIP_INDEX_URL", index("whole"));
        QCOMPARE(fetchHeaders(), 0);
        QCOMPARE(contentsOf(m_home->filePath("headers/nv/small")), QByteArray("#define SMALL 1\n"));
        QVERIFY(QFile::exists(wheels() + "/nvidia-small-1.0.whl"));
    }

    void refusesAnotherHeaderThanThePinnedOne()
    {
        const QString pins = m_serverFolder.filePath("cuda-headers.txt");
        const QByteArray right = contentsOf(pins);
        QFile file(pins);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray(64, '0') + right.mid(64));
        file.close();
        qputenv("PIP_INDEX_URL", index("ranges"));
        QByteArray words;
        QCOMPARE(fetchHeaders(&words), 1);
        QVERIFY2(words.contains("nv/small of the package index is not the pinned one"), words);
        QVERIFY(!QFile::exists(m_home->filePath("headers/nv/small")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(right);
    }

private:
    QByteArray index(const QByteArray &mode, const QByteArray &login = {}) const
    {
        return "http://" + login + "127.0.0.1:" + m_port + '/' + mode + "/simple";
    }
    QString library() const { return m_home->filePath("torch/nvidia/cu13/lib/libsmall.so.13"); }
    QString wheels() const { return m_home->filePath(".cache/motley/wheels"); }

    std::vector<Sent> log() const
    {
        std::vector<Sent> lines;
        for (const auto &line : contentsOf(m_serverFolder.filePath("log")).split('\n')) {
            const auto words = line.split(' ');
            if (words.size() == 3)
                lines.push_back({words[0], words[1].toLongLong(), words[2].toLongLong()});
        }
        return lines;
    }

    int fetchHeaders(QByteArray *words = nullptr) const
    {
        QProcess process;
        process.start(m_serverFolder.filePath("fetch-cuda-headers"), {m_home->filePath("headers")});
        if (!process.waitForFinished(60000))
            return -1;
        if (words)
            *words = process.readAllStandardError();
        return process.exitCode();
    }

    QTemporaryDir m_serverFolder;
    std::unique_ptr<QTemporaryDir> m_home;
    QProcess m_server;
    QByteArray m_port;
    QByteArray m_library;
};

QTEST_GUILESS_MAIN(CudaFetchTest)
#include "tst_cudafetch.moc"
