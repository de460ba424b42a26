// HetSeq's command lines as jobs: what is carried over, and that nothing is lost without a word.
#include "importedhetseq.h"

#include <QtTest>

using namespace motley;

class HetSeqCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesOverItsOwnExample()
    {
        const auto made = imported(
            "python3 ${DIST}/train.py --task bert --data ${DIST}/preprocessing/test_128 --dict "
            "${DIST}/uncased/vocab.txt "
            "--config_file ${DIST}/uncased/bert_config.json --max-sentences 32 --fast-stat-sync --max-update 900000 "
            "--update-freq 4 --valid-subset test --num-workers 4 --warmup-updates 10000 --total-num-update 1000000 "
            "--lr 0.0001 --weight-decay 0.01 --distributed-world-size 8 --adam-betas \"(0.9, 0.98)\" "
            "--optimizer adam --distributed-init-method tcp://10.0.0.1:11111 --distributed-rank 4 --clip-norm 25 "
            "--save-interval-updates 2000 --keep-interval-updates 5 --use-bmuf --seed 7");
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const JobSpec &job = made->job;
        const auto &bert = std::get<BertSpec>(job.task);
        QCOMPARE(bert.data.train.path, std::string("${DIST}/preprocessing/test_128"));
        QCOMPARE(bert.model.config.path, std::string("${DIST}/uncased/bert_config.json"));
        QCOMPARE(job.batch, std::int64_t(32 * 8 * 4));
        QCOMPARE(job.maxSteps, std::int64_t(900000));
        QCOMPARE(job.seed, std::uint64_t(7));
        QVERIFY(job.optimizer.kind == OptimizerSpec::Kind::HetSeqAdam);
        QCOMPARE(job.optimizer.beta2, 0.98);
        QCOMPARE(job.optimizer.weightDecay, 0.01);
        QVERIFY(job.schedule.kind == ScheduleSpec::Kind::Polynomial);
        QCOMPARE(job.schedule.peak, 0.0001);
        QCOMPARE(job.schedule.warmupSteps, std::int64_t(10000));
        QCOMPARE(job.schedule.decaySteps, std::int64_t(1000000));
        QCOMPARE(job.checkpoint.everySteps, std::int64_t(2000));
        QCOMPARE(job.checkpoint.keep, 5);
        QVERIFY(validate(job));
        QVERIFY(parseJob(toJson(job)));
        for (const char *part : {"lateByOne", "--distributed-init-method", "--distributed-rank", "--use-bmuf turns",
                 "--valid-subset", "88.7228", "mean of the means"})
            QVERIFY2(says(*made, part), part);
    }

    void mentionsEveryFlagOfItsScripts()
    {
        const auto made = imported("--task bert --data d --dict bert/vocab.txt --config_file c "
                                   "--max-sentences 8 --max-epoch 3 --fast-stat-sync --device-id 1");
        QVERIFY(made);
        QCOMPARE(std::get<BertSpec>(made->job.task).model.vocabulary.path, std::string("bert/vocab.txt"));
        QVERIFY(says(*made, "--device-id stays behind"));
        const auto local = imported("--task mnist --data d --max-sentences 8 --max-epoch 3 --local_rank 1");
        QVERIFY(local);
        QVERIFY(says(*local, "--local_rank stays behind"));
    }

    void takesTheStepsThatHetSeqTakes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("divisor");
        QTest::addRow("rows") << "--data d --config_file c --max-sentences 8" << 128.0;
        QTest::addRow("micro-batches averaged")
            << "--data d --config_file c --max-sentences 8 --update-freq 4 --distributed-world-size 2 --fast-stat-sync"
            << 128.0;
        QTest::addRow("micro-batches summed")
            << "--data d --config_file c --max-sentences 8 --update-freq 4 --distributed-world-size 2" << 16.0;
        QTest::addRow("the last of a list") << "--data d --config_file c --max-sentences 8 --update-freq 2,4" << 32.0;
        QTest::addRow("sentences") << "--task BertForTokenClassification --dict v --max-sentences 8" << 8.0;
        QTest::addRow("mentions") << "--task BertForELClassification --dict v --max-sentences 8 --fast-stat-sync"
                                  << 8.0;
        QTest::addRow("images") << "--task mnist --data m --max-sentences 8" << 1.0;
        QTest::addRow("images of two ranks")
            << "--task mnist --data m --max-sentences 8 --distributed-world-size 2" << 0.5;
    }
    void takesTheStepsThatHetSeqTakes()
    {
        QFETCH(QString, line);
        QFETCH(double, divisor);
        const auto adam = imported(line + " --max-epoch 2 --adam-eps 1e-6 --clip-norm 3 --weight-decay 0.1 --lr 0.5");
        QVERIFY2(adam, adam ? "" : adam.error().message.c_str());
        QCOMPARE(adam->job.optimizer.epsilon, 1e-6 * divisor);
        QCOMPARE(adam->job.clipNorm, 3 * divisor);
        QCOMPARE(adam->job.optimizer.weightDecay, 0.1);
        QCOMPARE(adam->job.schedule.peak, 0.5);
        QCOMPARE(says(*adam, "divides the mean gradient by " + QString::number(divisor).toStdString()), divisor != 1);
        const auto adadelta = imported(line
            + " --max-epoch 2 --optimizer adadelta --dadelta_weight_decay 0.01 --adadelta_eps 1e-7 --lr 0.5,0.25 "
              "--clip-norm -1 --min-lr 0.1");
        QVERIFY2(adadelta, adadelta ? "" : adadelta.error().message.c_str());
        QCOMPARE(adadelta->job.optimizer.epsilon, 1e-7 * divisor * divisor);
        QCOMPARE(adadelta->job.optimizer.weightDecay, 0.01 * divisor);
        QCOMPARE(adadelta->job.schedule.epochPeaks, (std::vector{0.5 / divisor, 0.25 / divisor}));
        QCOMPARE(adadelta->job.stopping.leastRate, 0.1 / divisor);
        QCOMPARE(adadelta->job.clipNorm, 0.0);
    }

    void asksForTheLengthOfRowsThatAreElsewhere()
    {
        const auto made = importHetSeq(words("--data d --config_file c --max-sentences 8 --max-epoch 3"),
            [](const std::string &data) -> Result<std::int64_t> { return fail("There is no " + data + "."); });
        QVERIFY(!made);
        QVERIFY(made.error().message.find("--row-length") != std::string::npos);
        QCOMPARE(made.error().detail, std::string("There is no d."));
    }

    void carriesOverTagging()
    {
        const QString line = "--task BertForTokenClassification --dict bert/vocab.txt --train_file train.conll "
                             "--test_file test.conll --max-sentences 8 --max-epoch 2 --lr 0.00005";
        const auto tested = imported(line);
        QVERIFY(tested);
        QCOMPARE(std::get<TaggingSpec>(tested->job.task).data.test.path, std::string("test.conll"));
        QCOMPARE(std::get<TaggingSpec>(tested->job.task).data.longest, std::int64_t(512));
        QVERIFY(!says(*tested, "--test-file"));
        const auto both = imported(line + " --validation_file dev.conll");
        QVERIFY(both);
        QCOMPARE(std::get<TaggingSpec>(both->job.task).data.test.path, std::string("dev.conll"));
        QVERIFY(says(*both, "--test-file test.conll is not carried over"));
        const auto here = imported(QString(line).replace("bert/", ""));
        QVERIFY(here);
        QCOMPARE(std::get<TaggingSpec>(here->job.task).model.start.path, std::string("."));
    }

    void carriesOverOrderAndLeastRate()
    {
        const auto made = imported("--data d --config_file c --max-sentences 8 --distributed-world-size 4 "
                                   "--max-epoch 3 --curriculum 2 --min-lr 1e-6");
        QVERIFY(made);
        QCOMPARE(made->job.order, (OrderSpec{OrderSpec::Kind::Shuffled, 8, 2, {}}));
        QCOMPARE(made->job.stopping.leastRate, 1e-6);
        QVERIFY(made->job.exchange == ExchangeSpec{}); // HetSeq sums
        QVERIFY(says(*made, "order.kind"));
        JobSpec inItsOrder = made->job;
        inItsOrder.order.kind = OrderSpec::Kind::HetSeq;
        const auto valid = validate(inItsOrder);
        QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
        inItsOrder.batch = 30;
        QCOMPARE(findProblem(inItsOrder)->path, std::string("order.groupSize"));
    }

    void countsTokensAsHetSeqDoes()
    {
        const auto made = imported("--data d --config_file c --max-tokens 4096 --max-epoch 3");
        QVERIFY(made);
        QCOMPARE(made->job.batch, std::int64_t(8));
        QCOMPARE(made->job.epochs, std::int64_t(3));
        QVERIFY(says(*made, "--distributed-world-size"));
        const auto multiple = imported("--data d --config_file c --max-sentences 10 --required-batch-size-multiple 4");
        QVERIFY(multiple);
        QCOMPARE(multiple->job.batch, std::int64_t(8));
        const auto smaller = imported("--data d --config_file c --max-sentences 3 --required-batch-size-multiple 4");
        QVERIFY(smaller);
        QCOMPARE(smaller->job.batch, std::int64_t(3));
    }

    void saysWhatRatesCannotDo()
    {
        const QString line = "--data d --config_file c --max-sentences 8 --max-epoch 3 ";
        const auto list = imported(line + "--lr 0.2,0.1 --end-learning-rate 0.01");
        QVERIFY(list);
        QVERIFY(says(*list, "HetSeq's rates all end at 0.01"));
        const auto above = imported(line + "--lr 0.001 --end-learning-rate 0.01");
        QVERIFY(above);
        QVERIFY(says(*above, "--end-learning-rate 0.01 is not carried over"));
        const auto never = imported(line + "--warmup-updates 2 --min-lr 0");
        QVERIFY(never);
        QVERIFY(says(*never, "ends before its first step"));
        const auto unsaved = imported(line + "--no-save");
        QVERIFY(unsaved);
        QCOMPARE(unsaved->job.checkpoint.everySteps, std::int64_t(0));
    }

    void carriesOverAdadeltaAndRatesOfEpochs()
    {
        const auto made = imported("--task mnist --data m --batch-size 64 --optimizer adadelta "
                                   "--adadelta-rho 0.8 --dadelta_weight_decay 0.1 --lr 1,0.5,0.25 --max-epoch 2");
        QVERIFY(made);
        QVERIFY(std::get<ImageSpec>(made->job.task).model.kind == ImageModelSpec::Kind::MnistNet);
        QVERIFY(made->job.optimizer.kind == OptimizerSpec::Kind::Adadelta);
        QCOMPARE(made->job.optimizer.beta2, 0.8);
        QCOMPARE(made->job.optimizer.weightDecay, 0.1);
        QCOMPARE(made->job.schedule.epochPeaks, (std::vector{1.0, 0.5, 0.25}));
        QCOMPARE(made->job.clipNorm, 25.0);
    }

    void hasABatchForEachOfTheFirstEpochs()
    {
        const auto made = imported("--data d --config_file c --max-sentences 8 --max-epoch 3 "
                                   "--distributed-world-size 2 --update-freq 1,4,2");
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QCOMPARE(made->job.batch, std::int64_t(64));
        QCOMPARE(made->job.order.epochBatches, (std::vector<std::int64_t>{32, 16, 64, 32}));
        QVERIFY(validate(made->job));
    }

    void goesOnFromACheckpoint()
    {
        const QString rest = "--data d --config_file c --max-sentences 8 --max-epoch 1 --restore-file ";
        const auto named = imported(rest + "old/checkpoint_3.pt");
        QVERIFY(named);
        QVERIFY(says(*named, "--restore-file"));
        QCOMPARE(named->job.continueFrom.path.path, std::string("old/checkpoint_3.pt"));
        QVERIFY(!named->job.continueFrom.weightsOnly);
        const auto anew = imported(rest + "old/checkpoint_3.pt --reset-optimizer");
        QVERIFY(anew);
        QVERIFY(anew->job.continueFrom.weightsOnly);
        const auto usual = imported(rest + "checkpoint_last.pt");
        QVERIFY(usual);
        QVERIFY(usual->job.continueFrom.path.empty());
    }

    void carriesOverEntityLinking()
    {
        const auto made = imported(
            "--task BertForELClassification --dict bert/vocab.txt --train_file aida_train.txt --validation_file "
            "aida_dev.txt --ent_vecs_filename vectors.pt --entities RLTD --root_data_dir deep_ed "
            "--max-sentences 8 --max-epoch 2 --lr 0.00005");
        QVERIFY(made);
        const auto &spec = std::get<EntityLinkingSpec>(made->job.task);
        QCOMPARE(spec.model.start.path, std::string("bert"));
        QCOMPARE(spec.data.train.path, std::string("aida_train.txt"));
        QCOMPARE(spec.data.test.path, std::string("aida_dev.txt"));
        QCOMPARE(spec.data.vectors.path, std::string("vectors.pt"));
        QVERIFY(says(*made, "data.entities must name"));
        QVERIFY(says(*made, "data.entities is missing"));
    }

    void readsTheScriptsOfMachines()
    {
        const HetSeqScript main{"main.sh", R"sh(#!/bin/bash
#$-q gpu@qa-xp-003 # the queue
export PATH=/opt/hetseq/bin:$PATH
DIST="/scratch/het seq"
DATA='${DIST}'/rows/
RATE=0.0001; ADDRESS=tcp://10.0.0.7:11111

echo start $(date) > started
python3 ${DIST}/hetseq/train.py \
    --task bert --data $DATA --config_file "${DIST}/bert.json" \
    --max-sentences 32 --update-freq 4 --lr ${RATE} --adam-betas "(0.9, 0.98)" \
    --distributed-init-method ${ADDRESS} --distributed-world-size 8 --distributed-gpus 4 \
    --distributed-rank 0 --max-update 100 \
    --save-dir bsz_512 2>&1 | tee log # --lr 7
)sh"};
        HetSeqScript sub = main;
        sub.name = "sub.sh";
        const std::size_t rank = sub.text.find("--distributed-rank 0");
        sub.text.replace(rank, 20, "--distributed-rank 4");
        const auto made = importHetSeq(std::vector{main, sub}, rowsOf128);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const auto &bert = std::get<BertSpec>(made->job.task);
        QCOMPARE(bert.data.train.path, std::string("${DIST}/rows/")); // single quotes keep it
        QCOMPARE(bert.model.config.path, std::string("/scratch/het seq/bert.json"));
        QCOMPARE(made->job.batch, std::int64_t(32 * 8 * 4));
        QCOMPARE(made->job.schedule.peak, 0.0001);
        QCOMPARE(made->job.optimizer.beta2, 0.98);
        QVERIFY(!says(*made, "sub.sh"));
        sub.text.replace(sub.text.find("--max-sentences 32"), 18, "--max-sentences 16");
        const auto unlike = importHetSeq(std::vector{main, sub}, rowsOf128);
        QVERIFY(unlike);
        QVERIFY(says(*unlike, "sub.sh has another --max-sentences"));
        const auto none = importHetSeq(std::vector{HetSeqScript{"run.sh", "qsub main.sh\nqsub sub1.sh"}}, rowsOf128);
        QVERIFY(!none);
        QVERIFY(none.error().message.find("run.sh") != std::string::npos);
    }

    void saysWhatTheJobStillNeeds()
    {
        const auto made = imported("--config_file c --max-sentences 4");
        QVERIFY(made);
        QVERIFY(says(*made, "data.train is missing"));
        QVERIFY(says(*made, "without end"));
    }
};

QTEST_GUILESS_MAIN(HetSeqCommandTest)
#include "tst_hetseqcommand.moc"
