// Lifetime curves as people write them, and lists of observed lifetimes.
#include "remote/fleet/lifetimetext.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class LifetimeTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void saysWhatCannotBe_data();
    void saysWhatCannotBe();
    void estimatesFromWhatWasSeen();
    void keepsFewPointsOfMany();
    void saysWhichLineIsWrong_data();
    void saysWhichLineIsWrong();

private:
    QString written(const QByteArray &content)
    {
        const QString path = m_folder.filePath(QStringLiteral("seen.csv"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return path;
    }

    QTemporaryDir m_folder;
};

void LifetimeTextTest::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("again");
    QTest::addRow("parts") << "2:0.1,6:0.5,24:1"
                           << "2:0.1, 6:0.5, 24:1";
    QTest::addRow("percent and spaces") << " 2 : 10 % , 6.5:50%"
                                        << "2:0.1, 6.5:0.5";
    QTest::addRow("a leap") << "6:0, 6:0.25"
                            << "6:0, 6:0.25";
    QTest::addRow("one point") << "24:1"
                               << "24:1";
}

void LifetimeTextTest::readsWhatPeopleWrite()
{
    QFETCH(QString, text);
    const auto curve = parseLifetime(text);
    QVERIFY2(curve.has_value(), curve ? "" : curve.error().message.c_str());
    QTEST(toText(*curve), "again");
    QCOMPARE(parseLifetime(toText(*curve)).value(), *curve);
    QVERIFY(Lifetime::withCurve(*curve).has_value());
}

void LifetimeTextTest::saysWhatCannotBe_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::addRow("nothing") << ""
                             << "“” is not a point";
    QTest::addRow("no part") << "2:0.1, 6"
                             << "“6” is not a point";
    QTest::addRow("words") << "two:0.1"
                           << "“two:0.1” is not a point";
    QTest::addRow("more than all") << "2:1.5"
                                   << "“2:1.5” is not a point";
    QTest::addRow("more than all in percent") << "2:150 %"
                                              << "“2:150 %” is not a point";
    QTest::addRow("before the beginning") << "-2:0.5"
                                          << "“-2:0.5” is not a point";
    QTest::addRow("never") << "inf:0.5"
                           << "“inf:0.5” is not a point";
    QTest::addRow("no number") << "2:nan"
                               << "“2:nan” is not a point";
    QTest::addRow("earlier") << "6:0.5, 2:0.6"
                             << "after 6:0.5 does 2:0.6";
    QTest::addRow("fewer") << "2:0.5, 6:0.1"
                           << "after 2:0.5 does 6:0.1";
    QTest::addRow("nobody goes") << "2:0, 6:0"
                                 << "takes no machine away";
    QTest::addRow("very many") << QString("1:0.5,").repeated(100) + "1:0.5"
                               << "at most 100 points";
}

void LifetimeTextTest::saysWhatCannotBe()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto curve = parseLifetime(text);
    QVERIFY(!curve);
    QVERIFY2(curve.error().message.find(why.toStdString()) != std::string::npos, curve.error().message.c_str());
}

// Of four machines one is taken away at 2 h. The observation of one of the other three ends before 6 h, so the machine
// that is taken away then is one of two.
void LifetimeTextTest::estimatesFromWhatWasSeen()
{
    const auto curve
        = readLifetimes(written("hours,end\r\n# of May\r\n6, ended\r\n2,Ended\r\n\r\n4,there\r\n24,there\r\n"));
    QVERIFY2(curve.has_value(), curve ? "" : curve.error().message.c_str());
    QCOMPARE(toText(*curve), QStringLiteral("0:0, 2:0.25, 6:0.625"));
}

void LifetimeTextTest::keepsFewPointsOfMany()
{
    QByteArray many;
    for (int machine = 1; machine <= 1000; ++machine)
        many += QByteArray::number(machine / 50.0) + ",ended\n";
    const auto curve = readLifetimes(written(many));
    QVERIFY(curve.has_value());
    QCOMPARE(curve->size(), mostLifetimePoints);
    QCOMPARE(curve->back(), (LifetimePoint{20, 1}));
    const auto lifetime = Lifetime::withCurve(*curve);
    for (const double hours : {1.0, 7.3, 19.0})
        QVERIFY(std::abs(lifetime->goneBy(hours) - hours / 20) < 0.005);
    QVERIFY(parseLifetime(toText(*curve)).has_value());
}

void LifetimeTextTest::saysWhichLineIsWrong_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("why");
    QTest::addRow("no end") << QByteArray("3,ended\n4\n") << "Line 2 of %1 is not a lifetime: “4”";
    QTest::addRow("another end") << QByteArray("3,lost\n") << "Line 1 of %1 is not a lifetime: “3,lost”";
    QTest::addRow("negative") << QByteArray("hours,end\n-3,ended\n") << "Line 2 of %1 is not a lifetime: “-3,ended”";
    QTest::addRow("titles later") << QByteArray("3,ended\nhours,end\n")
                                  << "Line 2 of %1 is not a lifetime: “hours,end”";
    QTest::addRow("two titles") << QByteArray("a\nb\n3,ended\n") << "Line 2 of %1 is not a lifetime: “b”";
    QTest::addRow("none ended") << QByteArray("3,there\n") << "No machine in %1 was taken away";
    QTest::addRow("empty") << QByteArray() << "No machine in %1 was taken away";
    QTest::addRow("huge") << QByteArray(2 << 20, '\n') << "%1 is too large";
}

void LifetimeTextTest::saysWhichLineIsWrong()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, why);
    const QString path = written(content);
    const auto curve = readLifetimes(path);
    QVERIFY(!curve);
    const QString message = QString::fromStdString(curve.error().message);
    QVERIFY2(message.contains(why.arg(path)), qPrintable(message));
    QVERIFY(!readLifetimes(m_folder.filePath(QStringLiteral("nowhere.csv"))));
}

QTEST_GUILESS_MAIN(LifetimeTextTest)
#include "tst_lifetimetext.moc"
