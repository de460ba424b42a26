// What a machine has in the cache of Hugging Face's programs is not sent there, once its bytes are seen to be those
// that its name says.
#include "deploymentfixture.h"
#include "remote/deploy/filehash.h"

#include <filesystem>

using namespace motley;

class HuggingFaceCacheTest : public QObject, private DeploymentFixture {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        prepare();
        for (const char *variable : {"HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
            qunsetenv(variable);
    }
    void cleanup() { init(); }

    void usesTheFileOfThatHash_data()
    {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("hub");
        QTest::addRow("the usual place") << QByteArray("XDG_CACHE_HOME") << "cache"
                                         << "cache/huggingface/hub";
        QTest::addRow("HF_HOME") << QByteArray("HF_HOME") << "hf"
                                 << "hf/hub";
        QTest::addRow("HF_HUB_CACHE") << QByteArray("HF_HUB_CACHE") << "a hub"
                                      << "a hub";
    }

    void usesTheFileOfThatHash()
    {
        QFETCH(QByteArray, variable);
        QFETCH(QString, value);
        QFETCH(QString, hub);
        qputenv(variable.constData(), m_folder->filePath(value).toUtf8());
        const QString blob = cache(hub, hashOf("big"), m_big);
        const auto tree = deployed();
        QVERIFY2(tree, why(tree));
        QCOMPARE(m_sent, 6);
        const QString big = QString::fromStdString(*tree) + "/big";
        QCOMPARE(QFileInfo(big).symLinkTarget(), blob);
        QCOMPARE(contentOf(big), m_big);
        QVERIFY(deployed());
        QCOMPARE(m_sent, 0);
    }

    // Files that are not stored as large ones bear a hash of git's.
    void findsSmallFilesByTheirSize()
    {
        qputenv("HF_HOME", m_folder->filePath("hf").toUtf8());
        cache("hf/hub", QString(40, 'a'), m_big);
        QVERIFY(deployed());
        QCOMPARE(m_sent, 6);
    }

    void believesNoName_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addRow("other bytes") << QByteArray(bigFile, 'x');
        QTest::addRow("fewer bytes") << QByteArray("short");
    }

    void believesNoName()
    {
        QFETCH(QByteArray, there);
        qputenv("HF_HOME", m_folder->filePath("hf").toUtf8());
        cache("hf/hub", hashOf("big"), there);
        const auto tree = deployed();
        QVERIFY2(tree, why(tree));
        QCOMPARE(m_sent, bigFile + 6);
        QCOMPARE(contentOf(QString::fromStdString(*tree) + "/big"), m_big);
    }

    void passesOverWhatIsNoBlob()
    {
        qputenv("HF_HOME", m_folder->filePath("hf").toUtf8());
        cache("hf/hub", "$(touch ruined)", m_big);
        cache("hf/hub", hashOf("big") + ".incomplete", m_big);
        const QString blobs = m_folder->filePath("hf/hub/models--a--b/blobs/");
        QVERIFY(QDir().mkdir(blobs + QString(40, 'b')));
        std::filesystem::create_symlink("/dev/zero", (blobs + hashOf("big")).toStdString());
        const auto tree = deployed();
        QVERIFY2(tree, why(tree));
        QCOMPARE(m_sent, bigFile + 6);
    }

    void sendsWhatTheCacheHasLost()
    {
        qputenv("HF_HOME", m_folder->filePath("hf").toUtf8());
        const QString blob = cache("hf/hub", hashOf("big"), m_big);
        QVERIFY(deployed());
        QVERIFY(QFile::remove(blob));
        const auto tree = deployed();
        QVERIFY2(tree, why(tree));
        QCOMPARE(m_sent, bigFile);
        QCOMPARE(contentOf(QString::fromStdString(*tree) + "/big"), m_big);
    }

private:
    QString hashOf(const char *name) const
    {
        for (const ManifestFile &file : m_manifest.files)
            if (file.path == name)
                return QString::fromStdString(file.sha256);
        return {};
    }

    QString cache(const QString &hub, const QString &name, const QByteArray &bytes) const
    {
        const QString blobs = m_folder->filePath(hub) + "/models--a--b/blobs";
        QDir().mkpath(blobs);
        QFile file(blobs + '/' + name);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    Result<std::string> deployed()
    {
        m_sent = 0;
        return deploy(m_session, root(), m_manifest, [this](const auto &progress) { m_sent = progress.bytesSent; });
    }

    std::int64_t m_sent = 0;
};

QTEST_GUILESS_MAIN(HuggingFaceCacheTest)
#include "tst_huggingfacecache.moc"
