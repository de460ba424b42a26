// The real engine, deployed: it runs from its tree with the libraries that were sent with it, and nothing is sent the
// second time.
#include "noprompter.h"
#include "remote/deploy/sharedlibraries.h"
#include "remote/engine/enginelocation.h"
#include "remote/prepare/upload.h"
#include "remote/session/localsession.h"
#include "tests/fixtures/tinyimages.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

bool hasFile(const Manifest &manifest, const char *name)
{
    return std::any_of(manifest.files.begin(), manifest.files.end(),
        [&](const ManifestFile &file) { return QString::fromStdString(file.path).section('/', -1).startsWith(name); });
}

} // namespace

class EngineTravelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder.filePath("home").toUtf8());
        const auto engine = findEngine();
        if (!engine)
            QFAIL(engine.error().message.c_str());
        m_engine = *engine;
    }

    void runsWithTheLibrariesThatCameAlong()
    {
        const auto manifest = engineManifest(m_engine);
        QVERIFY2(manifest, manifest ? "" : manifest.error().message.c_str());
        QElapsedTimer timer;
        timer.start();
        const auto tree = deploy(m_session, root(), *manifest);
        QVERIFY2(tree, tree ? "" : tree.error().message.c_str());
        qInfo("first deployment: %lld ms", timer.elapsed());

        CommandOptions options;
        options.input = *tree + "/bin/motley-engine\n";
        const auto libraries
            = m_session.run("IFS= read -r engine; env -i LD_TRACE_LOADED_OBJECTS=1 \"$engine\"", options);
        QVERIFY(libraries);
        const QString output = QString::fromStdString(libraries->output);
        QVERIFY(!output.contains("not found"));
        const auto torch = output.split('\n').filter("libtorch_cpu.so");
        QCOMPARE(torch.size(), 1);
        QVERIFY2(torch.front().contains(QString::fromStdString(*tree)), qPrintable(torch.front()));

        const auto help = m_session.run("IFS= read -r engine; exec env -i \"$engine\" --help", options);
        QVERIFY(help);
        QCOMPARE(help->exitCode, 0);
    }

    void sendsNothingTheSecondTimeAndIsQuick()
    {
        QElapsedTimer timer;
        timer.start();
        const auto manifest = engineManifest(m_engine);
        QVERIFY(manifest);
        const qint64 hashed = timer.restart();
        std::int64_t sent = 0;
        QVERIFY(deploy(m_session, root(), *manifest, [&](const auto &progress) { sent = progress.bytesSent; }));
        qInfo("second deployment: manifest %lld ms, machine %lld ms", hashed, timer.elapsed());
        QCOMPARE(sent, 0);
        QVERIFY(hashed + timer.elapsed() < 2000);
    }

    // CUDA's libraries are six times as large as the rest: only machines whose GPU takes part are sent them.
    void travelsWithCudaWhereAGpuTakesPart()
    {
        if (const auto cuda = cudaLibraries(m_engine); !cuda)
            QSKIP("CUDA's libraries (2 GB) come with the first GPU: cmake/fetch-cuda");
        writeTinyImages(m_folder.path().toStdString());
        RunRequest request;
        request.job.task = ImageSpec{{}, {m_folder.path().toStdString(), true}};
        request.machines = {{Machine::Kind::Ssh, "fast", "fast", {}}, {Machine::Kind::Ssh, "slow", "slow", {}}};
        request.devices = {{{Device::Kind::Cuda, "GPU-1"}}, {{}}};
        NoPrompter prompter;
        const PreparationObserver observer;
        const RunHosts runHosts(request, prompter, observer, {});
        auto upload = Upload::find(request.job, m_engine);
        QVERIFY2(upload, upload ? "" : upload.error().message.c_str());
        const auto prepared = upload->prepare(runHosts);
        QVERIFY2(prepared, prepared ? "" : prepared.error().message.c_str());
        for (const RunHost &host : runHosts.hosts()) {
            const Manifest &engine = upload->engineFor(host);
            QVERIFY(hasFile(engine, "motley-engine"));
            QVERIFY(hasFile(engine, "libtorch_cpu.so"));
            for (const char *library : {"libmotley-cuda.so", "libtorch_cuda.so", "libtorch_cuda_linalg.so",
                     "libcudnn_graph.so", "libnvrtc.so", "libnvrtc-builtins", "libcusolver.so", "libnccl.so"})
                QCOMPARE(hasFile(engine, library), host.index == 0);
        }
    }

private:
    std::string root() const { return m_folder.filePath("root").toStdString(); }

    QTemporaryDir m_folder;
    LocalSession m_session;
    std::string m_engine;
};

QTEST_GUILESS_MAIN(EngineTravelTest)
#include "tst_enginetravel.moc"
