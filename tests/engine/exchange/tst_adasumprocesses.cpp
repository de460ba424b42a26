// Adasum over 2 to 7 processes with Gloo between them is the serial tree in float64.
#include "engine/exchange/adasum.h"
#include "serialadasum.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/Parallel.h>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>

using namespace motley;

namespace {

using ProcessGroup = c10::intrusive_ptr<c10d::ProcessGroup>;

ProcessGroup joinRanks(const std::string &file, int rank, int size)
{
    const auto store = c10::make_intrusive<c10d::FileStore>(file, size);
    const auto options = c10d::ProcessGroupGloo::Options::create(std::chrono::seconds(60));
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
    const auto group = c10::make_intrusive<c10d::ProcessGroup>(store, rank, size);
    group->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO,
        c10::make_intrusive<c10d::ProcessGroupGloo>(store, rank, size, options));
    group->setDefaultBackend(c10d::ProcessGroup::BackendType::GLOO);
    return group;
}

// Calls `call` in one process for each rank; true if all of them return true.
bool allRanks(int size, const std::function<bool(int rank, const ProcessGroup &)> &call)
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath("store").toStdString();
    std::vector<pid_t> processes;
    for (int rank = 0; rank < size; ++rank) {
        const pid_t process = fork();
        if (process == 0) {
            try {
                _exit(call(rank, joinRanks(file, rank, size)) ? 0 : 1);
            } catch (const std::exception &failure) {
                std::cerr << "rank " << rank << ": " << failure.what() << std::endl;
                _exit(2);
            }
        }
        processes.push_back(process);
    }
    bool isRight = true;
    for (const pid_t process : processes) {
        int status = -1;
        isRight = waitpid(process, &status, 0) == process && status == 0 && isRight;
    }
    return isRight;
}

// What each rank combines, and what that comes to: computed once, before the ranks part.
struct Case {
    Case(const RankGroups &groups, std::vector<Tensors> tensors, double largestError)
        : ofRanks(std::move(tensors)), error(largestError)
    {
        for (std::size_t i = 0; i < ofRanks.front().size(); ++i) {
            Tensors ofGroups;
            for (const std::vector<int> &ranks : groups) {
                ofGroups.push_back(at::zeros_like(ofRanks.front()[i], at::kDouble));
                for (const int one : ranks)
                    ofGroups.back() += ofRanks[std::size_t(one)][i];
            }
            expected.push_back(treeInDouble(ofGroups));
        }
    }

    std::vector<Tensors> ofRanks; // the tensors of each rank
    double error;
    Tensors expected;
};

bool isTheSerialTree(int rank, const ProcessGroup &group, const RankGroups &groups, const Case &one)
{
    Tensors found = one.ofRanks[std::size_t(rank)];
    Adasum adasum(group, groups);
    adasum.sumInGroup(found, 1);
    adasum.combine(found);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double error = relativeError(found[i], one.expected[i]);
        if (error < one.error)
            continue;
        std::cerr << "rank " << rank << ", " << found[i].toString() << " of " << found[i].numel() << ": " << error
                  << std::endl;
        return false;
    }
    return true;
}

// What every rank of `size` would have with this seed.
std::vector<Tensors> noiseOf(int size, const std::vector<std::int64_t> &sizes, at::ScalarType type)
{
    std::vector<Tensors> ofRanks{std::size_t(size)};
    for (int rank = 0; rank < size; ++rank)
        for (std::size_t i = 0; i < sizes.size(); ++i)
            ofRanks[std::size_t(rank)].push_back((noise(100 * rank + int(i), sizes[i]) + noise(7, sizes[i])).to(type));
    return ofRanks;
}

// Each rank's vector at right angles to the others, and then all in one direction or its opposite.
std::vector<Tensors> orthogonalAndParallel(int size)
{
    const std::vector<double> lengths{1, -3, 2.5, 4, -0.5, 7, -1.25};
    const at::Tensor columns = std::get<0>(at::linalg_qr(noise(0, 100 * size).view({100, size}))).to(at::kFloat);
    std::vector<Tensors> ofRanks;
    for (int rank = 0; rank < size; ++rank)
        ofRanks.push_back({columns.select(1, rank).contiguous() * (rank + 1),
            (noise(1, 1000) * lengths[std::size_t(rank)]).to(at::kFloat)});
    return ofRanks;
}

} // namespace

class AdasumProcessesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); } // threads would not follow into the processes
    void isTheSerialTreeOnEachProcess_data();
    void isTheSerialTreeOnEachProcess();
    void sumsInsideGroups_data();
    void sumsInsideGroups();
};

void AdasumProcessesTest::isTheSerialTreeOnEachProcess_data()
{
    QTest::addColumn<int>("size");
    for (int size = 2; size <= 7; ++size)
        QTest::addRow("%d ranks", size) << size;
}

void AdasumProcessesTest::isTheSerialTreeOnEachProcess()
{
    QFETCH(int, size);
    const RankGroups alone = eachRankAlone(size);
    std::vector<Case> cases{{alone, orthogonalAndParallel(size), 1e-6}};
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16, at::kHalf})
        cases.emplace_back(
            alone, noiseOf(size, {1, 20 * size - 17, 2 * size + 1, size + 2, 1 << 19}, type), toleranceFor(type));
    std::vector<Tensors> ends;
    for (int rank = 0; rank < size; ++rank)
        ends.push_back({(noise(rank, 1000) * (rank % 2 == 0 ? 1e-37 : 1e37)).to(at::kFloat)});
    cases.emplace_back(alone, ends, 2e-6);
    QVERIFY(allRanks(size, [&](int rank, const ProcessGroup &group) {
        return std::all_of(
            cases.begin(), cases.end(), [&](const Case &one) { return isTheSerialTree(rank, group, alone, one); });
    }));
}

void AdasumProcessesTest::sumsInsideGroups_data()
{
    QTest::addColumn<RankGroups>("groups");
    QTest::addRow("2 x 2") << RankGroups{{0, 1}, {2, 3}};
    QTest::addRow("3 + 1") << RankGroups{{0, 1, 2}, {3}};
}

void AdasumProcessesTest::sumsInsideGroups()
{
    QFETCH(RankGroups, groups);
    const Case one(groups, noiseOf(4, {1, 10'001, 0, 7}, at::kFloat), 1e-6);
    QVERIFY(
        allRanks(4, [&](int rank, const ProcessGroup &group) { return isTheSerialTree(rank, group, groups, one); }));
}

QTEST_GUILESS_MAIN(AdasumProcessesTest)
#include "tst_adasumprocesses.moc"
