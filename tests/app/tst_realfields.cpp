// Real numbers typed into the window's fields, as its languages and the papers write them.
#include "app/dialogs/machinetermsdialog.h"
#include "app/models/workspace.h"
#include "app/widgets/realspinbox.h"

#include <QKeyEvent>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

void type(QDoubleSpinBox &box, const QString &text)
{
    box.selectAll();
    for (const QChar letter : text) { // of any script, which QTest::keyClicks() does not know
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString(letter));
        QCoreApplication::sendEvent(&box, &press);
    }
    QTest::keyClick(&box, Qt::Key_Return);
}

} // namespace

class RealFieldsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takePointAndComma_data();
    void takePointAndComma();
    void keepTheNumberBeforeWhatIsNone_data();
    void keepTheNumberBeforeWhatIsNone();
    void showWhatTheyRead_data();
    void showWhatTheyRead();
    void areAllOfOneKind();
};

namespace {

void addLocales()
{
    QTest::addColumn<QString>("locale");
    for (const char *name : {"en", "de", "zh_CN", "ar", "ar_EG", "de_CH", "fr", "C"})
        QTest::addRow("%s", name) << QString::fromLatin1(name);
}

} // namespace

void RealFieldsTest::takePointAndComma_data()
{
    addLocales();
}

void RealFieldsTest::takePointAndComma()
{
    QFETCH(QString, locale);
    RealSpinBox box;
    box.setLocale(QLocale(locale));
    box.setRange(0, 1e9);
    const std::pair<QString, double> rows[]
        = {{QStringLiteral("0,05"), 0.05}, {QStringLiteral("0.05"), 0.05}, {QStringLiteral(",5"), 0.5},
            {QStringLiteral("1,5e-3"), 1.5e-3}, {QStringLiteral("2E-8"), 2e-8}, {QStringLiteral("1234.5"), 1234.5},
            {QStringLiteral("1,000"), 1}, {QStringLiteral("٠٫٠٥"), 0.05}, {QStringLiteral("٠,٠٥"), 0.05}};
    for (const auto &[text, number] : rows) {
        box.setValue(7);
        type(box, text);
        QVERIFY2(box.value() == number, qPrintable(QStringLiteral("%1 was read as %2").arg(text).arg(box.value())));
    }
}

void RealFieldsTest::keepTheNumberBeforeWhatIsNone_data()
{
    addLocales();
}

void RealFieldsTest::keepTheNumberBeforeWhatIsNone()
{
    QFETCH(QString, locale);
    RealSpinBox box;
    box.setLocale(QLocale(locale));
    box.setRange(0, 1e6);
    box.show();
    box.activateWindow();
    box.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&box));
    for (const char *text : {"1,000.5", "1.000,5", "1,000,000", "1'000", "nan", "inf", "0x10", "5e7", "-1", "e"}) {
        box.setValue(7);
        type(box, QStringLiteral("7"));
        type(box, QString::fromLatin1(text));
        QVERIFY2(box.value() == 7, qPrintable(QStringLiteral("%1 was read as %2").arg(text).arg(box.value())));
        QCOMPARE(box.text(), box.textFromValue(7));
    }
}

void RealFieldsTest::showWhatTheyRead_data()
{
    addLocales();
}

void RealFieldsTest::showWhatTheyRead()
{
    QFETCH(QString, locale);
    RealSpinBox box;
    box.setLocale(QLocale(locale));
    box.setRange(0, 1e9);
    for (const double number : {0.05, 1e-8, 2.5e-30, 0.1, 12345.5, 1e6, 123456789.25}) {
        box.setValue(number);
        const QString shown = box.text();
        box.setValue(7);
        type(box, shown);
        QCOMPARE(box.value(), number);
    }
}

void RealFieldsTest::areAllOfOneKind()
{
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    MachineTermsDialog dialog(&workspace.fleet(), *workspace.fleet().hosts().front());
    const auto boxes = dialog.findChildren<QDoubleSpinBox *>();
    QCOMPARE(boxes.size(), 3);
    for (auto *box : boxes)
        QVERIFY2(dynamic_cast<RealSpinBox *>(box), qPrintable(box->objectName()));
}

QTEST_MAIN(RealFieldsTest)
#include "tst_realfields.moc"
