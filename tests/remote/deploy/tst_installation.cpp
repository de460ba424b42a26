// What a machine holds, which of it a run needs, and that the engine removes the rest.
#include "deploymentfixture.h"
#include "remote/deploy/installation.h"

#include <QProcess>
#include <QSysInfo>

using namespace motley;
using Kind = InstalledItem::Kind;

class InstallationTest : public QObject, private DeploymentFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { prepare(); }
    void cleanup()
    {
        m_agent.kill();
        m_agent.waitForFinished();
    }

    void saysWhatIsThereAndHowLarge()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        deployModel();
        makeRun("20261127-010131-a1b2c3", {});
        const auto found = inspectInstallation(m_session, root());
        QVERIFY2(found, why(found));
        QStringList seen;
        for (const InstalledItem &item : found->items)
            seen << QString::number(int(item.kind)) + ' ' + QString::fromStdString(item.name);
        seen.sort();
        QCOMPARE(seen, (QStringList{"1 big", "1 small", "2 model.start/config.json", "3 "}));
        QVERIFY(found->items.front().bytes >= bigFile);
        QCOMPARE(found->items.front().id, m_manifest.id());
        QVERIFY(found->items.front().changed.isValid());
        for (const InstalledItem &item : found->items)
            QVERIFY(!item.isUsed);
        QVERIFY(found->bytes >= bigFile && found->bytes < 2 * bigFile); // trees are links to what was sent
        QVERIFY(found->freeBytes && *found->freeBytes > 0);
    }

    void knowsWhatALivingRunNeeds()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        const std::string model = deployModel();
        startAgent();
        makeRun("20261127-010131-a1b2c3", model);
        const auto found = inspectInstallation(m_session, root());
        QVERIFY2(found, why(found));
        for (const InstalledItem &item : found->items)
            QCOMPARE(item.isUsed, item.kind == Kind::Model || item.kind == Kind::Run);
    }

    void nothingIsThereBeforeAnythingWasSent()
    {
        const auto found = inspectInstallation(m_session, root());
        QVERIFY2(found, why(found));
        QVERIFY(found->items.empty());
        const auto removed = removeUnused(m_session, root(), {});
        QVERIFY(!removed);
        QVERIFY2(removed.error().message.find("no engine") != std::string::npos, why(removed));
    }

    void theEngineRemovesWhatNoRunNeeds()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        const auto removed = removeUnused(m_session, root(), ENGINE);
        QVERIFY2(removed, why(removed));
        const auto found = inspectInstallation(m_session, root());
        QVERIFY2(found, why(found));
        QVERIFY(found->items.empty());
    }

    // The newest that was sent is taken, in a folder with any name.
    void theEngineThatWasSentDoesSo()
    {
        QVERIFY(deploy(m_session, root(), m_manifest));
        write("motley-engine", "#!/bin/sh\nprintf '%s\\n' \"$*\" >\"${2%/*}/told\"\n");
        Manifest engine = manifest({"motley-engine"});
        engine.kind = "engine";
        engine.files.front().path = "bin/motley-engine";
        engine.files.front().executable = true;
        QVERIFY(deploy(m_session, root(), engine));
        const auto removed = removeUnused(m_session, root(), {});
        QVERIFY2(removed, why(removed));
        QCOMPARE(contentOf(m_folder->filePath("told")), "gc " + m_root.toUtf8() + '\n');
    }

    void believesNoNonsense_data()
    {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<int>("items");
        QTest::addRow("nothing") << QByteArray() << 0;
        QTest::addRow("cut") << QByteArray("item data 0717 12") << 0;
        QTest::addRow("below zero") << QByteArray("item data 0717 -12 no 0 x\ntotal -5\nfree -1\n") << 0;
        QTest::addRow("too much") << QByteArray("item data 0717 99999999999999999999 no 0 x\n") << 0;
        QTest::addRow("unknown kind") << QByteArray("item planet 0717 12 no 0 x\n") << 0;
        QTest::addRow("control characters") << QByteArray("item data 07\x1b[31m17 12 no 0 a\x1b]0;b\x07\n") << 1;
        QTest::addRow("very many") << QByteArray("item data 0717 12 no 0 x\n").repeated(20'000) << 10'000;
    }
    void believesNoNonsense()
    {
        QFETCH(QByteArray, output);
        QFETCH(int, items);
        const Installation found = parseInstallation(output.toStdString());
        QCOMPARE(int(found.items.size()), items);
        QCOMPARE(found.bytes, std::int64_t(0));
        QVERIFY(!found.freeBytes);
        if (items == 1)
            QVERIFY(found.items.front().name.find('\x1b') == std::string::npos);
    }

private:
    std::string deployModel()
    {
        QDir().mkpath(m_folder->filePath("data/model.start"));
        write("model.start/config.json", "{}");
        const Manifest model = manifest({"model.start/config.json"});
        return deploy(m_session, root(), model) ? model.id() : std::string();
    }

    void startAgent()
    {
        const QString name = m_folder->filePath("motley-engine");
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        m_agent.start(QStringLiteral("tail"), {QStringLiteral("-f"), name});
        QVERIFY(m_agent.waitForStarted());
    }

    void makeRun(const QString &id, const std::string &data)
    {
        const QString run = m_root + "/runs/" + id;
        QVERIFY(QDir().mkpath(run));
        write("launch.json",
            "{\"path\": \"" + m_root.toUtf8() + "/data/" + QByteArray::fromStdString(data) + "/model.start\"}");
        QVERIFY(QFile::rename(m_folder->filePath("data/launch.json"), run + "/launch.json"));
        write("agent.json",
            "{\"pid\": " + QByteArray::number(m_agent.processId()) + ", \"hostName\": \""
                + QSysInfo::machineHostName().toUtf8() + "\"}");
        QVERIFY(QFile::rename(m_folder->filePath("data/agent.json"), run + "/agent.json"));
    }

    QProcess m_agent;
};

QTEST_GUILESS_MAIN(InstallationTest)
#include "tst_installation.moc"
