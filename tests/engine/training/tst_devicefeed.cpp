// Copies of parts of batches to a device. On a CPU nothing is copied; tests/system/gpu/check tests the feed on a GPU,
// with micro-batches smaller than the share.
#include "engine/training/step/devicefeed.h"

#include <QTest>

#include <torch/types.h>

using namespace motley;

namespace {

Batch batchOf(std::int64_t samples, double wholeWeight)
{
    Batch batch;
    batch.inputs = {at::rand({samples, 3})};
    batch.targets = {at::rand({samples})};
    batch.samples = samples;
    batch.wholeWeight = wholeWeight;
    return batch;
}

} // namespace

class DeviceFeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsOutWhatWasBegunLast()
    {
        DeviceFeed feed(at::kCPU);
        const Batch batch = batchOf(8, 8);
        feed.begin(batch.slice(0, 4));
        QVERIFY(at::equal(feed.next().inputs[0], batch.inputs[0].slice(0, 0, 4)));
        feed.begin(batch.slice(4, 6));
        feed.begin(batch.slice(4, 8)); // passes became larger
        QCOMPARE(feed.next().samples, 4);
        feed.begin(batch.slice(0, 2));
        feed.drop();
        feed.begin(batch.slice(2, 4));
        QVERIFY(at::equal(feed.next().targets[0], batch.targets[0].slice(0, 2, 4)));
    }

    void doesNotTakeOneEmptyPartForAnother()
    {
        DeviceFeed feed(at::kCPU);
        feed.begin(batchOf(0, 32));
        feed.begin(batchOf(0, 7)); // of a step with a shorter batch
        QCOMPARE(feed.next().wholeWeight, 7.0);
    }
};

QTEST_APPLESS_MAIN(DeviceFeedTest)
#include "tst_devicefeed.moc"
