// Deployment through a real sshd: with broken connections, and what it leaves behind.
#include "noprompter.h"
#include "remote/deploy/deployment.h"
#include "remote/fleet/connect.h"
#include "tests/system/lab/labfixture.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace motley;

class DeployOverSshTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder->filePath("home").toUtf8());
        QFile file(m_folder->filePath("big"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray block(1 << 20, Qt::Uninitialized);
        for (int i = 0; i < megabytes; ++i) {
            QRandomGenerator::global()->fillRange(reinterpret_cast<quint32 *>(block.data()), block.size() / 4);
            QCOMPARE(file.write(block), block.size());
        }
        file.close();
        const auto manifest = dataManifest({{"data", m_folder->filePath("big").toStdString(), "big"}});
        QVERIFY(manifest);
        m_manifest = *manifest;
    }

    void cleanup() { m_lab.reset(); }

    void sendsNothingTheSecondTime()
    {
        if (!labIsUp({"--machines", "1"}))
            return;
        auto session = connectTo(machine(), m_prompter);
        QVERIFY2(session, why(session));
        QElapsedTimer timer;
        timer.start();
        const auto first = deploy(**session, root(), m_manifest);
        QVERIFY2(first, why(first));
        qInfo("%d MB in %lld ms", megabytes, timer.restart());
        std::int64_t sent = 0;
        const auto second
            = deploy(**session, root(), m_manifest, [&](const auto &progress) { sent += progress.bytesSent; });
        QVERIFY2(second, why(second));
        qInfo("again in %lld ms", timer.elapsed());
        QCOMPARE(sent, 0);
        QCOMPARE(*second, *first);
    }

    void goesOnAfterTheConnectionWasCut()
    {
        if (!labIsUp({"--machines", "1", "--rate", "200mbit"}))
            return;
        if (!m_lab->isRooted())
            QSKIP("A slow link needs root.");
        auto session = connectTo(machine(), m_prompter);
        QVERIFY2(session, why(session));
        std::jthread cutter;
        const auto cut = deploy(**session, root(), m_manifest, [&](const auto &progress) {
            if (progress.bytesSent > 20'000'000 && !cutter.joinable())
                cutter = std::jthread([this] { m_lab->command("hangup", machine().name); });
        });
        QVERIFY(!cut);
        QVERIFY2(cut.error().message.find(machine().name.toStdString()) != std::string::npos, why(cut));

        auto again = connectTo(machine(), m_prompter);
        QVERIFY2(again, why(again));
        DeploymentProgress seen;
        const auto finished = deploy(**again, root(), m_manifest, [&](const auto &progress) { seen = progress; });
        QVERIFY2(finished, why(finished));
        QVERIFY2(seen.bytesAlreadyThere > 5'000'000, QByteArray::number(qint64(seen.bytesAlreadyThere)));
        QCOMPARE(seen.bytesAlreadyThere + seen.bytesSent, std::int64_t(megabytes) << 20);
    }

    void endsAtOnceWhenCancelled()
    {
        if (!labIsUp({"--machines", "1", "--rate", "100mbit"}))
            return;
        if (!m_lab->isRooted())
            QSKIP("A slow link needs root.");
        auto session = connectTo(machine(), m_prompter);
        QVERIFY2(session, why(session));
        std::stop_source stop;
        QElapsedTimer sinceCancelled;
        const auto result = deploy(
            **session, root(), m_manifest,
            [&](const auto &progress) {
                if (progress.bytesSent > 10'000'000 && !stop.stop_requested()) {
                    stop.request_stop();
                    sinceCancelled.start();
                }
            },
            stop.get_token());
        QVERIFY(!result);
        QVERIFY2(sinceCancelled.elapsed() < 1000, QByteArray::number(sinceCancelled.elapsed()));
    }

private:
    static constexpr int megabytes = 96;

    bool labIsUp(const QStringList &arguments)
    {
        m_lab = std::make_unique<LabFixture>();
        const auto up = m_lab->up(arguments);
        if (up) {
            qputenv("MOTLEY_SSH_CONFIG", m_lab->sshConfig().toUtf8());
            return true;
        }
        [&] { QSKIP(up.error().message.c_str()); }();
        return false;
    }

    Machine machine() const
    {
        const QString name = m_lab->machines().front().name;
        return {Machine::Kind::Ssh, name, name, {}};
    }
    std::string root() const { return m_lab->machines().front().home.toStdString() + "/motley"; }

    template <typename T, typename E>
    static const char *why(const tl::expected<T, E> &result)
    {
        static QByteArray text;
        text = result ? "no error" : QByteArray::fromStdString(result.error().message + " | " + result.error().detail);
        return text.constData();
    }

    NoPrompter m_prompter;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LabFixture> m_lab;
    Manifest m_manifest;
};

QTEST_GUILESS_MAIN(DeployOverSshTest)
#include "tst_deployoverssh.moc"
