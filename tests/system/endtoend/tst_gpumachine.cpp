// End to end on a machine whose nvidia-smi and NVML are those of a recorded machine with two GPUs, up to where a driver
// is needed: the GPU is shown and ticked, CUDA's libraries are sent, and the plug-in is loaded there.
#include "remote/deploy/sharedlibraries.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

using namespace motley;

class GpuMachineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QFile::copy(RECORDED_SMI, m_driver.filePath("nvidia-smi")));
        QVERIFY(QFile::copy(RECORDED_NVML, m_driver.filePath("libnvidia-ml.so.1")));
        QVERIFY(QFile::setPermissions(m_driver.path(), QFile::Permissions(0x7755)));
        const auto up = m_lab.up({"--machines", "1", "--shared", m_driver.path()});
        if (!up)
            QSKIP(up.error().message.c_str());
        if (!m_lab.isRooted())
            QSKIP("to give a machine a driver of its own needs root");
        const QString install = "mount --bind \"$1\" /usr/local/bin && ldconfig -X -C /run/ld.so.cache \"$1\" && "
                                "mount --bind /run/ld.so.cache /etc/ld.so.cache";
        const auto installed = m_lab.command("exec", "m1", {"--", "sh", "-c", install, "sh", m_driver.path()});
        QVERIFY2(installed.exitCode == 0, installed.complaints);
        m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
        QCOMPARE(m_motley->run({"machines", "add", "m1", "m1"}).exitCode, 0);
        writeTinyImages(m_motley->folder().toStdString());
        m_job = m_motley->write("job.json",
            "{\"version\":1,\"name\":\"recorded\",\"model\":{\"kind\":\"small-cnn\",\"width\":4},\"epochs\":1,"
            "\"data\":{\"folder\":\""
                + m_motley->folder().toUtf8() + "\"}}");
    }

    void showsTheGpus()
    {
        const auto shown = m_motley->run({"machines", "--probe"});
        QVERIFY2(shown.output.contains("GPU-7518f6b0-991f-ce2b-3d37-c779130d3137"), shown.output);
        QVERIFY2(shown.output.contains("NVIDIA RTX 5880 Ada Generation"), shown.output);
    }

    void leavesOutAGpuThatCudaNoLongerKnows()
    {
        const auto run = m_motley->run({"run", m_job, "--machines", "m1:GPU-b5169cef-2205-c30e-f2b3-220cfa14bafd"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.complaints.contains("TITAN V of m1 has compute capability 7.0"), run.complaints);
    }

    void endsInOneSentenceAboutTheDriver()
    {
        if (QFile::exists("/proc/driver/nvidia/version"))
            QSKIP("This computer, whose files the machine has, has the driver of an NVIDIA GPU");
        if (const auto libraries = cudaLibraries(MOTLEY_ENGINE); !libraries)
            QSKIP("CUDA's libraries (2 GB) come with the first GPU: cmake/fetch-cuda");
        const auto run = m_motley->run({"run", m_job, "--machines", "m1:gpu"}, 1200);
        QCOMPARE(run.exitCode, 1);
        const QString words = QString::fromUtf8(run.complaints).trimmed();
        const QString last = words.section('\n', -1);
        QVERIFY2(last.contains("m1"), qPrintable(words));
        QVERIFY2(last.contains("GPU-7518f6b0"), qPrintable(words));
        QVERIFY2(last.contains("libcuda.so.1"), qPrintable(words));
        QCOMPARE(words.count("driver"), 1);
        const auto there
            = m_lab.command("exec", "m1", {"--as-user", "--", "sh", "-c", "ls ~/.local/share/motley/engine/*/lib"});
        for (const char *library : {"libmotley-cuda.so", "libtorch_cuda.so", "libcudnn_graph.so.9", "libnccl.so.2"})
            QVERIFY2(there.words.contains(library), there.words);
    }

private:
    LabFixture m_lab;
    QTemporaryDir m_driver;
    std::unique_ptr<MotleyCommand> m_motley;
    QString m_job;
};

QTEST_GUILESS_MAIN(GpuMachineTest)
#include "tst_gpumachine.moc"
