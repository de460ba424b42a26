// What a run has learned of volumes is tried in the window: with a network that the real engine trained, files that are
// no volumes, and engines that hang.
#include "app/dialogs/segmentdialog.h"
#include "app/dialogs/slicepicture.h"
#include "app/dialogs/trydialog.h"
#include "app/words/format.h"
#include "engine/data/hdf5/hdf5file.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "taskdata.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace motley;

namespace {

constexpr int patience = 300000; // milliseconds

using Bytes = std::vector<std::uint8_t>;

void writeRaw(const QString &path, const std::vector<std::int64_t> &row, const Bytes &bytes)
{
    auto file = Hdf5Writer::create(path.toStdString());
    QVERIFY(file && file->addDataset("raw", Hdf5Writer::Stored::UInt8, row, 1));
    QVERIFY(file->append<std::uint8_t>("raw", bytes));
    QVERIFY(file->finish());
}

} // namespace

class SegmentDialogTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void segmentsASliceAsTheEngineDoes_data() { addLooks(); }
    void segmentsASliceAsTheEngineDoes();
    void isUsedByKeys();
    void fitsIntoASmallWindow_data() { addLooks(); }
    void fitsIntoASmallWindow();
    void saysWhatIsNoVolume();
    void saysWhatIsWrongWithTheModel();
    void readsAndSegmentsAPartOfALargeVolume();
    void showsWhatWasFoundWhenItIsStopped();
    void endsWithTheDialog();
    void saysWhereNothingIsFound();

private:
    void open(const QSize &size = {760, 520})
    {
        QVERIFY(TryDialog::canTry(*m_run));
        TryDialog::open(*m_run, nullptr);
        for (QWidget *widget : QApplication::topLevelWidgets())
            if (auto *dialog = qobject_cast<SegmentDialog *>(widget))
                m_dialog = dialog;
        QVERIFY(m_dialog);
        m_dialog->resize(size);
        m_dialog->activateWindow();
    }
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return m_dialog->findChild<Widget *>(QLatin1String(name));
    }
    QImage raw() const { return static_cast<SlicePicture *>(find<QWidget>("rawSlice"))->picture(); }
    QImage segments() const { return static_cast<SlicePicture *>(find<QWidget>("segmentedSlice"))->picture(); }
    QString words() const { return find<QLabel>("segmentWords")->text(); }
    QString problem() const
    {
        const auto *label = find<QLabel>("messageSentence");
        return label->isVisible() ? label->text() : QString();
    }
    bool waitForTheEnd() const
    {
        return QTest::qWaitFor([&] { return !find<QPushButton>("stopSegmenting")->isEnabled(); }, patience);
    }
    void chooseSide(int side)
    {
        auto *sides = find<QComboBox>("partSide");
        sides->setCurrentIndex(sides->findData(side));
        Q_EMIT sides->activated(sides->currentIndex());
    }
    bool segmentsToTheEnd() const
    {
        find<QPushButton>("segmentVolume")->click();
        return waitForTheEnd();
    }
    void drop(const QString &path)
    {
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_dialog, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_dialog, &drop);
    }
    void useEngine(const QByteArray &script)
    {
        QFile file(m_home->filePath(QStringLiteral("engine")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho $$ >'" + pidFile().toLocal8Bit() + "'\necho \"$*\" >'"
            + m_home->filePath(QStringLiteral("asked")).toLocal8Bit() + "'\n" + script + '\n');
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        file.close();
        qputenv("MOTLEY_ENGINE", file.fileName().toLocal8Bit());
    }
    QString pidFile() const { return m_home->filePath(QStringLiteral("pid")); }
    QString volume() const { return m_trained.filePath(QStringLiteral("volume.h5")); }

    QTemporaryDir m_trained; // the volume and the model, for all functions
    JobSpec m_job;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RunHistory> m_history;
    std::optional<RunRecord> m_run;
    QPointer<SegmentDialog> m_dialog;
};

void SegmentDialogTest::initTestCase()
{
    qputenv("OMP_WAIT_POLICY", "passive"); // beside other tests, threads that spin take minutes from each other
    const TaskJob made = makeTaskJob("volume-segmentation", m_trained.path().toStdString());
    m_job = made.job;
    m_job.name = "Neurons";
    m_job.maxSteps = made.stepsToLearn / 2;
    m_job.schedule.peak = made.peakToLearn;
    std::get<VolumeSpec>(m_job.task).data.testExamples = 2; // of no interest here
    QFile job(m_trained.filePath(QStringLiteral("job.json")));
    QVERIFY(job.open(QIODevice::WriteOnly));
    job.write(QByteArray::fromStdString(toJson(m_job)));
    job.close();
    QProcess engine;
    engine.start(QStringLiteral(ENGINE),
        {QStringLiteral("train"), job.fileName(), QStringLiteral("--threads"), QStringLiteral("1"),
            QStringLiteral("--run-folder"), m_trained.filePath(QStringLiteral("run"))});
    QVERIFY(engine.waitForFinished(patience));
    QVERIFY2(engine.exitCode() == 0, engine.readAllStandardError().constData());
}

void SegmentDialogTest::init()
{
    qputenv("MOTLEY_ENGINE", ENGINE);
    Theme::current().choose(Theme::Choice::Light);
    m_home = std::make_unique<QTemporaryDir>();
    m_history = std::make_unique<RunHistory>(m_home->filePath(QStringLiteral("data")));
    QVERIFY(m_history->open());
    const auto run = m_history->create(m_job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(run);
    m_run = *run;
    QVERIFY(QDir().mkpath(m_run->modelFolder()));
    const QDir model(m_trained.filePath(QStringLiteral("run/model")));
    for (const QString &name : model.entryList(QDir::Files))
        QVERIFY(QFile::copy(model.filePath(name), m_run->modelFolder() + QLatin1Char('/') + name));
}

void SegmentDialogTest::cleanup()
{
    delete m_dialog;
    if (QFile file(pidFile()); file.open(QIODevice::ReadOnly))
        ::kill(static_cast<pid_t>(file.readAll().trimmed().toLongLong()), SIGKILL);
    m_history.reset();
}

// The picture on the left has the file's bytes; the one on the right is coloured exactly where the engine, asked from
// its command line, finds a segment.
void SegmentDialogTest::segmentsASliceAsTheEngineDoes()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    Workspace workspace({m_home->path(), m_home->path()});
    workspace.language().choose(language);
    Theme::current().choose(theme);
    open();
    QTRY_VERIFY(!raw().isNull());
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("segment-before-%1").arg(QLatin1String(QTest::currentDataTag()))));
    constexpr int slice = 20;
    find<QSlider>("sliceSlider")->setValue(slice);
    const auto file = Hdf5File::open(volume().toStdString());
    QVERIFY(file);
    std::vector<std::uint8_t> grey(48 * 48);
    QVERIFY(file->readRows<std::uint8_t>("raw", slice, slice + 1, grey));
    const auto showsTheSlice = [&] {
        for (int i = 0; i < 48 * 48; ++i)
            if (qGray(raw().pixel(i % 48, i / 48)) != grey[std::size_t(i)])
                return false;
        return true;
    };
    QTRY_VERIFY(raw().size() == QSize(48, 48) && showsTheSlice());
    QVERIFY(segments().isNull());

    QTest::mouseClick(find<QPushButton>("segmentVolume"), Qt::LeftButton);
    QVERIFY(find<QProgressBar>("segmentProgress")->isVisible());
    QVERIFY(waitForTheEnd());
    QCOMPARE(problem(), QString());
    QTRY_VERIFY(!segments().isNull());
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("segment-%1").arg(QLatin1String(QTest::currentDataTag()))));

    const QString found = m_trained.filePath(QStringLiteral("found.h5"));
    const QStringList asked{QStringLiteral("fill"), m_run->modelFolder(), volume(), QStringLiteral("--first"),
        QStringLiteral("14,0,0"), QStringLiteral("--size"), QStringLiteral("13,48,48"), QStringLiteral("--out"), found};
    QVERIFY(QFile::exists(found) || QProcess::execute(QStringLiteral(ENGINE), asked) == 0); // once for all looks
    std::vector<std::int64_t> labels(48 * 48);
    const auto segmented = Hdf5File::open(found.toStdString());
    QVERIFY(segmented);
    QVERIFY(segmented->readRows<std::int64_t>("labels", slice - 14, slice - 13, labels));
    int coloured = 0;
    for (int i = 0; i < 48 * 48; ++i) {
        const QColor pixel(segments().pixel(i % 48, i / 48));
        const bool isGrey = pixel.red() == pixel.green() && pixel.green() == pixel.blue();
        QCOMPARE(!isGrey, labels[std::size_t(i)] > 0);
        coloured += isGrey ? 0 : 1;
    }
    QVERIFY2(coloured > 100, qPrintable(QString::number(coloured)));
    QVERIFY2(words().contains(formatCount(14)) && words().contains(formatCount(26)), qPrintable(words()));

    find<QSlider>("sliceSlider")->setValue(27); // the one after those segmented
    QTRY_VERIFY(segments().isNull());
    workspace.language().choose(QStringLiteral("en"));
}

void SegmentDialogTest::isUsedByKeys()
{
    open();
    QTRY_VERIFY(!raw().isNull());
    auto *slider = find<QSlider>("sliceSlider");
    QTRY_COMPARE(QApplication::focusWidget(), slider);
    QCOMPARE(slider->value(), 31); // the middle
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(find<QSpinBox>("sliceNumber")->value(), 32);
    std::vector<QWidget *> visited;
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        visited.push_back(QApplication::focusWidget());
    }
    for (const char *name : {"sliceNumber", "segmentVolume", "chooseVolume"})
        QVERIFY2(std::find(visited.begin(), visited.end(), find<QWidget>(name)) != visited.end(), name);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Return);
    QVERIFY(find<QPushButton>("stopSegmenting")->isEnabled());
    QVERIFY(waitForTheEnd());
    QTRY_VERIFY(!segments().isNull());
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
}

void SegmentDialogTest::fitsIntoASmallWindow()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    Workspace workspace({m_home->path(), m_home->path()});
    workspace.language().choose(language);
    Theme::current().choose(theme);
    const QString large = m_home->filePath(QStringLiteral("large.h5"));
    writeRaw(large, {600, 400}, Bytes(20 * 600 * 400, 90)); // with three places to choose
    open({960, 540});
    drop(large);
    QTRY_COMPARE(raw().size(), QSize(128, 128));
    QVERIFY(find<QSlider>("columnSlider")->isVisible());
    const QSize least = m_dialog->minimumSizeHint();
    QVERIFY2(least.width() <= 960 && least.height() <= 500,
        qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    QVERIFY(find<QWidget>("rawSlice")->height() >= 200);
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("segment-small-%1").arg(QLatin1String(QTest::currentDataTag()))));
    workspace.language().choose(QStringLiteral("en"));
}

void SegmentDialogTest::saysWhatIsNoVolume()
{
    const QString picture = m_home->filePath(QStringLiteral("cell.png"));
    QVERIFY(QImage(64, 64, QImage::Format_Grayscale8).save(picture));
    const QString small = m_home->filePath(QStringLiteral("small.h5"));
    writeRaw(small, {48, 48}, Bytes(8 * 48 * 48)); // the network sees 9 slices
    open();
    for (const QString &path : {picture, small}) {
        QTRY_VERIFY(find<QPushButton>("segmentVolume")->isEnabled());
        QCOMPARE(problem(), QString());
        drop(path);
        QTRY_VERIFY(!problem().isEmpty());
        const QString remedy = path == small ? QStringLiteral("a larger volume") : QStringLiteral("an HDF5 file");
        QVERIFY2(problem().contains(path) && problem().contains(remedy), qPrintable(problem()));
        QVERIFY(!find<QPushButton>("segmentVolume")->isEnabled());
        QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("segment-") + QFileInfo(path).baseName()));
        drop(volume());
    }
}

void SegmentDialogTest::saysWhatIsWrongWithTheModel()
{
    QVERIFY(QFile(m_run->modelFolder() + QStringLiteral("/model.safetensors")).resize(100));
    open();
    QTRY_VERIFY(find<QPushButton>("segmentVolume")->isEnabled());
    QVERIFY(segmentsToTheEnd());
    QVERIFY2(problem().contains(QStringLiteral("model.safetensors")), qPrintable(problem()));
    qputenv("MOTLEY_ENGINE", "/nowhere/motley-engine");
    QVERIFY(segmentsToTheEnd());
    QVERIFY2(problem().contains(QStringLiteral("/nowhere/motley-engine")), qPrintable(problem()));
    QVERIFY(QDir(m_run->modelFolder()).removeRecursively());
    QVERIFY(!TryDialog::canTry(*m_run));
}

// 96 million voxels, of which a part is read and given to the engine.
void SegmentDialogTest::readsAndSegmentsAPartOfALargeVolume()
{
    const QString large = m_home->filePath(QStringLiteral("large.h5"));
    writeRaw(large, {2000, 4000}, Bytes(12 * 2000 * 4000, 90));
    useEngine("exec sleep 600");
    open();
    drop(large);
    QTRY_COMPARE_WITH_TIMEOUT(raw().size(), QSize(128, 128), patience);
    find<QSpinBox>("columnNumber")->setValue(3000);
    find<QSpinBox>("rowNumber")->setValue(5000); // there are not so many
    chooseSide(256);
    QTRY_COMPARE(raw().size(), QSize(256, 256));
    find<QPushButton>("segmentVolume")->click();
    QFile asked(m_home->filePath(QStringLiteral("asked")));
    QTRY_VERIFY(asked.exists() && asked.size() > 0);
    QVERIFY(asked.open(QIODevice::ReadOnly));
    const QByteArray words = asked.readAll();
    QVERIFY2(words.contains("--first 0,1744,3000 --size 12,256,256"), words);
}

// The engine needs longer than a minute for all of it.
void SegmentDialogTest::showsWhatWasFoundWhenItIsStopped()
{
    constexpr int side = 256;
    const auto file = Hdf5File::open(volume().toStdString());
    std::vector<std::uint8_t> small(13 * 48 * 48);
    QVERIFY(file && file->readRows<std::uint8_t>("raw", 0, 13, small));
    std::vector<std::uint8_t> tiles;
    for (int i = 0; i < 13 * side * side; ++i)
        tiles.push_back(small[std::size_t((i / (side * side) * 48 + i / side % side % 48) * 48 + i % side % 48)]);
    const QString wide = m_home->filePath(QStringLiteral("wide.h5"));
    writeRaw(wide, {side, side}, tiles);
    open();
    drop(wide);
    QTRY_VERIFY(find<QComboBox>("partSide")->isVisible());
    chooseSide(side);
    find<QPushButton>("segmentVolume")->click();
    const auto *progress = find<QProgressBar>("segmentProgress");
    QTRY_VERIFY_WITH_TIMEOUT(progress->maximum() > 1 && progress->value() > 0, patience);
    QVERIFY2(words().contains(QStringLiteral(" seeds tried, ")), qPrintable(words()));
    QVERIFY(saveScreenshot(*m_dialog, QStringLiteral("segment-running")));
    QVERIFY(progress->value() < progress->maximum());
    find<QPushButton>("stopSegmenting")->click();
    QVERIFY(waitForTheEnd());
    QVERIFY(progress->value() < progress->maximum());
    QCOMPARE(problem(), QString());
    QTRY_COMPARE(segments().size(), QSize(side, side));
    QVERIFY2(words().contains(QStringLiteral("slices 0 to 12")), qPrintable(words()));
}

void SegmentDialogTest::endsWithTheDialog()
{
    useEngine("trap '' TERM; exec sleep 600");
    open();
    QTRY_VERIFY(find<QPushButton>("segmentVolume")->isEnabled());
    find<QPushButton>("segmentVolume")->click();
    QTRY_VERIFY(QFile::exists(m_home->filePath(QStringLiteral("asked"))));
    QFile file(pidFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto process = static_cast<pid_t>(file.readAll().trimmed().toLongLong());
    QCOMPARE(::kill(process, 0), 0);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_dialog);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(process, 0) != 0, patience);
}

void SegmentDialogTest::saysWhereNothingIsFound()
{
    const QString even = m_home->filePath(QStringLiteral("even.h5"));
    writeRaw(even, {24, 24}, Bytes(16 * 24 * 24, 90)); // no voxel differs from another
    open();
    drop(even);
    QTRY_COMPARE(raw().size(), QSize(24, 24));
    QVERIFY(segmentsToTheEnd());
    QCOMPARE(problem(), QString());
    QVERIFY2(words().contains(QStringLiteral("Nothing was found")) && words().contains(QStringLiteral("another place")),
        qPrintable(words()));
}

QTEST_MAIN(SegmentDialogTest)
#include "tst_segmentdialog.moc"
