// Chinese messages space Latin letters, digits and placeholders as translations/README.md says.
#include "messages.h"

#include <QRegularExpression>
#include <QtTest>

using namespace motley;

namespace {

// What a text breaks of the rules; empty: none. A slash and an equals sign may stand between Chinese characters (a
// sample a second, here = there).
QString spacingProblemOf(QString chinese)
{
    struct Rule {
        QString broken;
        QRegularExpression where;
    };
    static const Rule rules[] = {
        {QStringLiteral("no space after a Chinese character"), QRegularExpression("[一-龥](?![/=])[!-~]")},
        {QStringLiteral("no space before a Chinese character"), QRegularExpression("(?![/=])[!-~][一-龥]")},
        {QStringLiteral("a space between Chinese characters"), QRegularExpression("[一-龥] +[一-龥]")},
        {QStringLiteral("a space beside full-width punctuation"), QRegularExpression("[，。：；？！、（）“”～] ")},
        {QStringLiteral("a space beside full-width punctuation"), QRegularExpression(" [，。：；？！、（）“”～]")},
        {QStringLiteral("half-width punctuation"), QRegularExpression("[,;:!?] +[一-龥]")},
        {QStringLiteral("a space before a percent or degree sign"), QRegularExpression(" (?:%(?!L?[0-9n])|°)")},
        {QStringLiteral("a placeholder beside a letter"), QRegularExpression("[A-Za-z]%L?[0-9n]")},
    };
    static const QRegularExpression mnemonic(QStringLiteral("\\(&[A-Z]\\)$"));
    chinese = chinese.remove(mnemonic).trimmed();
    for (const Rule &rule : rules)
        if (const auto match = rule.where.match(chinese); match.hasMatch())
            return rule.broken + QStringLiteral(": ") + match.captured();
    return {};
}

} // namespace

class ChineseSpacingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOfOneKind()
    {
        const auto messages = messagesOf(QStringLiteral("zh_CN"));
        QVERIFY(!messages.isEmpty());
        QStringList problems;
        for (const Message &message : messages)
            for (const QString &form : message.forms)
                if (const QString problem = spacingProblemOf(form); !problem.isEmpty())
                    problems << form + QStringLiteral(" -- ") + problem;
        QVERIFY2(problems.isEmpty(),
            qPrintable(QStringLiteral("%1 problems\n").arg(problems.size()) + problems.join(QLatin1Char('\n'))));
    }

    void noticesOtherSpacing_data()
    {
        QTest::addColumn<QString>("chinese");
        QTest::addColumn<bool>("isRight");
        QTest::addRow("letters") << "登录 SSH 服务器" << true;
        QTest::addRow("letters, no space before") << "登录SSH 服务器" << false;
        QTest::addRow("letters, no space after") << "登录 SSH服务器" << false;
        QTest::addRow("a digit") << "共3 台" << false;
        QTest::addRow("a placeholder") << "%Ln 台机器，第 %1 步" << true;
        QTest::addRow("a placeholder, no space before") << "第%1 步" << false;
        QTest::addRow("a placeholder, no space after") << "%Ln台机器" << false;
        QTest::addRow("an option") << "使用--best 时" << false;
        QTest::addRow("full-width punctuation") << "失败：%1。请重试（%2）。" << true;
        QTest::addRow("a space before it") << "运行 %1 ，失败" << false;
        QTest::addRow("a space after it") << "失败： %1" << false;
        QTest::addRow("a space in brackets") << "失败（ %1）" << false;
        QTest::addRow("half-width brackets") << "机器(%1) 失败" << false;
        QTest::addRow("a half-width comma") << "%1, 内存 %2" << false;
        QTest::addRow("between Chinese characters") << "停止 运行" << false;
        QTest::addRow("percent") << "运行的 30%，即 %1%" << true;
        QTest::addRow("a space before percent") << "%1 %" << false;
        QTest::addRow("a space before degrees") << "%1 °C" << false;
        QTest::addRow("a letter at a placeholder") << "rank%1：%2" << false;
        QTest::addRow("a unit of two Chinese words") << "%1 样本/秒" << true;
        QTest::addRow("a mnemonic") << "地址(&D)" << true;
        QTest::addRow("leading spaces") << "    %1，内存 %2" << true;
    }
    void noticesOtherSpacing()
    {
        QFETCH(QString, chinese);
        QTEST(spacingProblemOf(chinese).isEmpty(), "isRight");
    }
};

QTEST_GUILESS_MAIN(ChineseSpacingTest)
#include "tst_chinesespacing.moc"
