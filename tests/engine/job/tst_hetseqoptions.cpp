// The options of HetSeq: each is known by all its names, and none is passed over.
#include "engine/job/hetseq/hetseqoptions.h"
#include "importedhetseq.h"

#include <QtTest>

#include <set>

using namespace motley;

namespace {

// The option with a value that is not its default.
QString wordsWith(const HetSeqOption &option)
{
    using Value = HetSeqOption::Value;
    const QString flag = " --" + QString::fromUtf8(option.name.data(), qsizetype(option.name.size()));
    if (option.name == "task")
        return flag + " mnist";
    if (option.name == "optimizer")
        return flag + " adadelta";
    if (!option.choices.empty())
        return flag + " " + option.choices.back().data();
    switch (option.value) {
    case Value::None:
        return flag;
    case Value::Text:
        return flag + " other/file.pt";
    case Value::Whole:
    case Value::Wholes:
        return flag + " 3";
    case Value::Number:
    case Value::Numbers:
        return flag + " 0.125";
    case Value::Pair:
        return flag + " (0.5,0.6)";
    }
    return {};
}

// As HetSeq spells some: --config_file.
std::string withUnderscores(std::string flag)
{
    std::replace(flag.begin() + 2, flag.end(), '-', '_');
    return flag;
}

} // namespace

class HetSeqOptionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Each option alone changes the job, or a note speaks of it, or HetSeq does not have it in this command.
    void passesNoOptionOver()
    {
        const QString commands[]
            = {"--data d", "--task mnist --data m", "--task BertForTokenClassification --dict v/vocab.txt",
                "--task BertForELClassification --dict v/vocab.txt"};
        std::set<std::string_view> taken;
        for (const QString &command : commands)
            for (const QString optimizer : {" --optimizer adam", " --optimizer adadelta"})
                for (const HetSeqOption &option : hetSeqOptions()) {
                    const QString line = command + optimizer + " --max-sentences 8 --max-epoch 9 --restore-file x.pt";
                    const QString further = wordsWith(option);
                    const auto with = imported(line + further);
                    if (!with || line.contains(further.trimmed()))
                        continue;
                    taken.insert(option.name);
                    const auto without = imported(line);
                    QVERIFY(without);
                    const bool isSame = toJson(with->job) == toJson(without->job) && with->notes == without->notes;
                    const std::string name = further.trimmed().section(' ', 0, 0).toStdString();
                    const bool isNamed = says(*with, name) || says(*with, withUnderscores(name));
                    QVERIFY2(!isSame || isNamed, qPrintable(line + further));
                }
        QCOMPARE(taken.size(), hetSeqOptions().size());
    }

    void knowsTheOtherNamesOfFlags()
    {
        const auto made
            = imported("--data d --config_file c --batch-size 8 --me 3 --mu 7 --learning-rate 0.5 --wd 0.1");
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(made->job.batch, std::int64_t(8));
        QCOMPARE(made->job.epochs, std::int64_t(3));
        QCOMPARE(made->job.maxSteps, std::int64_t(7));
        QCOMPARE(made->job.schedule.peak, 0.5);
        QCOMPARE(made->job.optimizer.weightDecay, 0.1);
    }

    void namesWhatIsWrong_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("part");
        QTest::addRow("flag") << "--max-sentence 3"
                              << "no flag --max-sentence";
        QTest::addRow("value") << "--data d --max-sentences many"
                               << "--max-sentences must be a whole number";
        QTest::addRow("no value") << "--max-sentences"
                                  << "lacks its value";
        QTest::addRow("no batch") << "--data d"
                                  << "names no batch";
        QTest::addRow("task") << "--task translate --max-sentences 3"
                              << "translate cannot be imported";
        QTest::addRow("optimizer") << "--data d --max-sentences 3 --optimizer sgd"
                                   << "no optimizer sgd";
        QTest::addRow("of another task") << "--task mnist --data d --max-sentences 3 --num_file 2"
                                         << "no flag --num_file for --task mnist";
        QTest::addRow("of another optimizer") << "--data d --max-sentences 3 --optimizer adadelta --adam-eps 1"
                                              << "no flag --adam-eps";
        QTest::addRow("no whole number") << "--data d --max-sentences 3 --max-epoch 1.5"
                                         << "--max-epoch must be a whole number";
        QTest::addRow("no choice") << "--data d --max-sentences 3 --train-subset dev"
                                   << "must be train, valid or test";
        QTest::addRow("one beta") << "--data d --max-sentences 3 --adam-betas 0.9"
                                  << "--adam-betas must be two numbers";
        QTest::addRow("batches of tokens") << "--task BertForTokenClassification --dict v --max-tokens 4096"
                                           << "give --max-sentences";
        QTest::addRow("batches without a row") << "--data d --config_file c --max-tokens 500"
                                               << "refuses --max-tokens 500";
        QTest::addRow("stray word") << "--data d e --max-sentences 3"
                                    << "no argument like e";
    }
    void namesWhatIsWrong()
    {
        QFETCH(QString, line);
        QFETCH(QString, part);
        const auto made = imported(line);
        QVERIFY(!made);
        QVERIFY2(made.error().message.find(part.toStdString()) != std::string::npos, made.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(HetSeqOptionsTest)
#include "tst_hetseqoptions.moc"
