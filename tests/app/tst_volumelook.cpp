// The slice of a volume that is shown, and files that are no volumes.
#include "app/data/volumelook.h"
#include "engine/data/hdf5/hdf5writer.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

using Bytes = std::vector<std::uint8_t>;

void write(const QString &path, const char *name, Hdf5Writer::Stored stored, const std::vector<std::int64_t> &row,
    const Bytes &bytes)
{
    auto file = Hdf5Writer::create(path.toStdString());
    QVERIFY(file && file->addDataset(name, stored, row, 1));
    const std::vector<std::int64_t> numbers(bytes.begin(), bytes.end());
    QVERIFY(stored == Hdf5Writer::Stored::UInt8 ? file->append<std::uint8_t>(name, bytes)
                                                : file->append<std::int64_t>(name, numbers));
    QVERIFY(file->finish());
}

// 6 slices of 4 rows and 5 columns; each voxel has its own number.
void writeVolume(const QString &path)
{
    Bytes bytes(6 * 4 * 5);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::uint8_t(i);
    write(path, "raw", Hdf5Writer::Stored::UInt8, {4, 5}, bytes);
}

} // namespace

class VolumeLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheSliceThatIsAskedFor_data();
    void readsTheSliceThatIsAskedFor();
    void readsSegmentsWhereTheyBelong_data();
    void readsSegmentsWhereTheyBelong();
    void putsABoxAroundASlice_data();
    void putsABoxAroundASlice();
    void saysWhatIsNoVolume_data();
    void saysWhatIsNoVolume();

private:
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

void VolumeLookTest::readsTheSliceThatIsAskedFor_data()
{
    QTest::addColumn<Voxels>("asked");
    QTest::addColumn<int>("side");
    QTest::addColumn<Voxels>("first");
    QTest::addRow("whole slice") << Voxels{4, 0, 0} << 128 << Voxels{4, 0, 0};
    QTest::addRow("part of it") << Voxels{1, 2, 1} << 2 << Voxels{1, 2, 1};
    QTest::addRow("middle") << Voxels{-1, -1, -1} << 2 << Voxels{2, 1, 1};
    QTest::addRow("beyond its end") << Voxels{99, 3, 4} << 2 << Voxels{5, 2, 3};
}

void VolumeLookTest::readsTheSliceThatIsAskedFor()
{
    QFETCH(Voxels, asked);
    QFETCH(int, side);
    QFETCH(Voxels, first);
    writeVolume(path("volume.h5"));
    const auto look = lookInto({path("volume.h5"), asked, side, {}, {}});
    QVERIFY2(look, look ? "" : look.error().message.c_str());
    QCOMPARE(look->size, (Voxels{6, 4, 5}));
    QCOMPARE(look->shown.first, first);
    QCOMPARE(look->raw.size(), QSize(std::min(side, 5), std::min(side, 4)));
    QVERIFY(look->segments.empty());
    for (int y = 0; y < look->raw.height(); ++y)
        for (int x = 0; x < look->raw.width(); ++x)
            QCOMPARE(std::int64_t(qGray(look->raw.pixel(x, y))), (first[0] * 4 + first[1] + y) * 5 + first[2] + x);
}

void VolumeLookTest::readsSegmentsWhereTheyBelong_data()
{
    QTest::addColumn<Voxels>("asked");
    QTest::addColumn<int>("side");
    QTest::addColumn<bool>("areThere");
    QTest::addRow("first slice") << Voxels{2, 1, 1} << 2 << true;
    QTest::addRow("last slice") << Voxels{4, 1, 1} << 2 << true;
    QTest::addRow("before them") << Voxels{1, 1, 1} << 2 << false;
    QTest::addRow("after them") << Voxels{5, 1, 1} << 2 << false;
    QTest::addRow("other rows") << Voxels{3, 0, 1} << 2 << false;
    QTest::addRow("a larger part") << Voxels{3, 1, 1} << 3 << false;
}

void VolumeLookTest::readsSegmentsWhereTheyBelong()
{
    QFETCH(Voxels, asked);
    QFETCH(int, side);
    QFETCH(bool, areThere);
    writeVolume(path("volume.h5"));
    write(path("found.h5"), "labels", Hdf5Writer::Stored::UInt32, {2, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    const auto look = lookInto({path("volume.h5"), asked, side, path("found.h5"), {{2, 1, 1}, {3, 2, 2}}});
    QVERIFY2(look, look ? "" : look.error().message.c_str());
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < 4 && areThere; ++i)
        expected.push_back(std::uint32_t(asked[0] - 2) * 4 + i + 1);
    QCOMPARE(look->segments, expected);
}

void VolumeLookTest::putsABoxAroundASlice_data()
{
    QTest::addColumn<Voxels>("place");
    QTest::addColumn<Voxels>("first");
    QTest::addRow("inside") << Voxels{20, 3, 5} << Voxels{14, 3, 5};
    QTest::addRow("at the beginning") << Voxels{2, 0, 0} << Voxels{0, 0, 0};
    QTest::addRow("at the end") << Voxels{39, 36, 50} << Voxels{27, 36, 36};
}

void VolumeLookTest::putsABoxAroundASlice()
{
    QFETCH(Voxels, place);
    QFETCH(Voxels, first);
    const VolumeBox box = boxAround(place, 13, 64, {40, 100, 100});
    QCOMPARE(box.first, first);
    QCOMPARE(box.extent, (Voxels{13, 64, 64}));
    QCOMPARE(boxAround(place, 13, 64, {9, 20, 30}).extent, (Voxels{9, 20, 30})); // no more than there is
}

void VolumeLookTest::saysWhatIsNoVolume_data()
{
    QTest::addColumn<QString>("remedy");
    QTest::addRow("cell.png") << QStringLiteral("Choose an HDF5 file");
    QTest::addRow("flat.h5") << QStringLiteral("slices, rows and columns");
    QTest::addRow("other.h5") << QStringLiteral("whose data set “raw”");
    QTest::addRow("wide.h5") << QStringLiteral("numbers of another type");
    QTest::addRow("cut.h5") << QStringLiteral("Choose an HDF5 file");
    QTest::addRow("gone.h5") << QStringLiteral("Choose an HDF5 file");
}

void VolumeLookTest::saysWhatIsNoVolume()
{
    QFETCH(QString, remedy);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const QString file = m_folder.filePath(name);
    if (name == QStringLiteral("cell.png"))
        QVERIFY(QImage(64, 64, QImage::Format_Grayscale8).save(file));
    else if (name == QStringLiteral("flat.h5"))
        write(file, "raw", Hdf5Writer::Stored::UInt8, {64}, Bytes(64 * 64));
    else if (name == QStringLiteral("other.h5"))
        write(file, "volume", Hdf5Writer::Stored::UInt8, {4, 4}, Bytes(64));
    else if (name == QStringLiteral("wide.h5"))
        write(file, "raw", Hdf5Writer::Stored::UInt32, {4, 4}, Bytes(64));
    else if (name == QStringLiteral("cut.h5"))
        writeVolume(file);
    if (name == QStringLiteral("cut.h5"))
        QVERIFY(QFile(file).resize(QFileInfo(file).size() / 2));
    const auto look = lookInto({file, {-1, -1, -1}, 128, {}, {}});
    QVERIFY(!look);
    const QString message = QString::fromStdString(look.error().message);
    QVERIFY2(message.contains(name) && message.contains(remedy), qPrintable(message));
}

QTEST_GUILESS_MAIN(VolumeLookTest)
#include "tst_volumelook.moc"
