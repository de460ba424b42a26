#include "engine/data/chat/template/chattemplate.h"

#include <QFile>
#include <QTest>

using namespace motley;

// Templates of our own beside what jinja2 made of them (tests/reference/chattemplates.py), and what is refused.
class TestChatTemplate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rendersAsTransformers_data();
    void rendersAsTransformers();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void endsWhatTakesTooMuch_data();
    void endsWhatTakesTooMuch();
    void tellsATemplatesOwnRefusal();
    void knowsWhereEachByteComesFrom();
    void keepsTheOriginThroughPython();
    void findsWhatTheTemplateMarksAsGenerated();
    void readsJsonInItsOrder();
    void refusesOtherJson_data();
    void refusesOtherJson();
};

namespace {

ChatValue jsonValue(const char *json)
{
    return *parseChatValue(json, 1 << 20);
}

std::string errorOf(const std::string &source)
{
    const auto parsed = ChatTemplate::parse(source);
    if (!parsed)
        return parsed.error().message;
    const auto rendered = parsed->render({.messages = ChatList{chatMessage("user", "Hello")}});
    return rendered ? "" : rendered.error().message;
}

// "template|<role 0>|<content 0>": each span with its source in front.
std::string describedSpans(const std::string &source, const ChatInput &input)
{
    const auto rendered = ChatTemplate::parse(source)->render(input);
    if (!rendered)
        return rendered.error().message;
    std::string result;
    for (const ChatSpan &span : rendered->spans) {
        const std::string text = rendered->text.substr(span.begin, span.end - span.begin);
        const ChatSource &from = span.source;
        result += from.kind == ChatSource::Kind::Template ? text
            : from.kind == ChatSource::Kind::Message
            ? "<" + std::to_string(from.message) + (from.field.empty() ? "" : " ") + from.field + ":" + text + ">"
            : "<" + from.field + ":" + text + ">";
    }
    return result;
}

ChatInput twoMessages()
{
    return {.messages = ChatList{chatMessage("user", " Hi, you "), chatMessage("assistant", "Yes")}};
}

} // namespace

void TestChatTemplate::rendersAsTransformers_data()
{
    QTest::addColumn<QByteArray>("line");
    QFile file(MOTLEY_CHAT_FIXTURES "/rendered.jsonl");
    QVERIFY(file.open(QFile::ReadOnly));
    while (!file.atEnd()) {
        const QByteArray line = file.readLine();
        const auto value = parseChatValue(line.toStdString(), 1 << 20);
        QVERIFY(value);
        QTest::addRow("%s", value->find("name")->text()->c_str()) << line;
    }
}

void TestChatTemplate::rendersAsTransformers()
{
    QFETCH(QByteArray, line);
    const ChatValue value = *parseChatValue(line.toStdString(), 1 << 20);
    const auto parsed = ChatTemplate::parse(*value.find("template")->text());
    QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    ChatInput input{.messages = *value.find("messages"), .addGenerationPrompt = true};
    if (const ChatValue *tools = value.find("tools"))
        input.tools = *tools;
    for (const auto &[name, token] : *value.find("special_tokens")->object())
        input.specialTokens.emplace_back(name, *token.text());
    input.now = std::time_t(*std::get_if<std::int64_t>(&value.find("now")->value));
    const auto rendered = parsed->render(input);
    const std::string *wanted = value.find("text")->text();
    QCOMPARE(bool(rendered), wanted != nullptr);
    if (!wanted)
        return;
    QCOMPARE(rendered->text, *wanted);
    std::size_t end = 0;
    for (const ChatSpan &span : rendered->spans) {
        QCOMPARE(span.begin, end);
        QVERIFY(span.end > span.begin);
        end = span.end;
    }
    QCOMPARE(end, rendered->text.size());
}

void TestChatTemplate::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *source, const char *words) {
        QTest::addRow("%s", source) << QByteArray(source) << QByteArray(words);
    };
    row("a\n\n{% include 'b' %}", "line 3: the tag include is not supported");
    row("{% raw %}{% endraw %}", "line 1: the tag raw is not supported");
    row("{% call f() %}{% endcall %}", "the tag call");
    row("{% set a | upper %}{% endset %}", "a filter of a set block");
    row("{% for a in b recursive %}{% endfor %}", "recursive loops");
    row("{% for a in [] %}{% macro f() %}{% endmacro %}{% endfor %}", "a macro inside of a loop");
    row("{% macro f() %}{% generation %}{% endgeneration %}{% endmacro %}", "generation inside of a macro");
    row("{% break %}", "break is outside of a loop");
    row("{{ a\n| pprint }}", "line 2: the filter pprint is not supported");
    row("{{ a is sameas b }}", "the test sameas");
    row("{{ a.format(1) }}", "the method format");
    row("{{ a.__class__ }}", "the attribute __class__");
    row("{{ f(*a) }}", "arguments by * and **");
    row("{{ 2 ** 3 }}", "the operator **");
    row("{{ 0x10 }}", "the number 0x");
    row("{{ 1_000 }}", "the number 1_");
    row("{{ 12345678901234567890 }}", "the number 1234");
    row("{{ '\\N{DASH}' }}", "characters by name");
    row("{{ '\\ud800' }}", "names no character");
    row("{{ a @ b }}", "the character \"@\"");
    row("{{ a", "a tag does not end");
    row("{# a", "a comment does not end");
    row("{{ 'a }}", "a string does not end");
    row("{{ (a] }}", "a ] that closes nothing");
    row("{% if a %}", "the tag endif is expected");
    row("{{ }}", "an expression is expected");
    row("{{ a b }}", "the end of the tag is expected before \"b\"");
    row("{% set true = 1 %}", "is assigned to true");
    row("{{ varargs }}", "the name varargs");
    row("\n{{ x.y }}", "fails in line 2: 'x' is undefined");
    row("{{ messages[0].x.y }}", "'dict object' has no attribute 'x'");
    row("{{ 'a' + 1 }}", "the operator + is not supported for values of the types str and int");
    row("{{ '%s' % 1 }}", "the operator %");
    row("{{ 1 / 0 }}", "divided by zero");
    row("{{ 9223372036854775807 }}", "the number 92233");
    row("{{ 999999999999999999 * 999999999999999999 }}", "more than 64 bits");
    row("{{ namespace }}", "is printed");
    row("{{ cycler('a') }}", "the function cycler");
    row("{{ namespace(_a=1) }}", "begins with _");
    row("{{ messages[0].content.title }}", "is printed");
    row("{% set m = messages[0].content.title %}{{ m() }}", "the method title of a text");
    row("{% set a, b = [1] %}", "1 values are assigned to 2 names");
    row("{{ range(200000) }}", "a range has more than");
    row("{{ 1 | join }}", "a value of the type int is taken apart");
    row("{{ [1, 'a'] | map('list') | list | tojson(indent=[]) }}", "int");
    row("{{ nothing | tojson }}", "type Undefined cannot be written as JSON");
}

void TestChatTemplate::refusesWhatItDoesNotKnow()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, words);
    const std::string message = errorOf(source.toStdString());
    QVERIFY2(message.find(words.toStdString()) != std::string::npos, message.c_str());
}

void TestChatTemplate::endsWhatTakesTooMuch_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *name, const QByteArray &source, const char *words) {
        QTest::addRow("%s", name) << source << QByteArray(words);
    };
    const QByteArray loops = "{% for a in range(100000) %}";
    const QByteArray ends = "{% endfor %}";
    row("steps", loops + loops + ends + ends, "more than 5000000 steps");
    row("output", "{% set a = 'a' * 1000000 %}{% for i in range(100) %}{{ a }}{% endfor %}", "writes more than 32 MiB");
    row("texts", "{% for i in range(1000) %}{% set a = 'a' * 1000000 %}{% endfor %}", "steps|texts of more than");
    row("doubling", "{% set n = namespace(a='aa') %}{% for i in range(60) %}{% set n.a = n.a + n.a %}{% endfor %}",
        "texts of more than");
    row("replacing", "{{ ('a' * 1000000) | replace('a', 'b' * 1000000) }}", "steps|texts of more than");
    row("repeating", "{{ 'a' * 999999999999 }}", "repeated too often");
    row("macros", "{% macro f(a) %}{{ f(a) }}{% endmacro %}{{ f(1) }}", "nested deeper than 1200");
    row("lists", "{% set n = namespace(a=[]) %}{% for i in range(500) %}{% set n.a = [n.a] %}{% endfor %}",
        "nested deeper than 200");
    row("brackets", "{{ " + QByteArray(100000, '(') + "1" + QByteArray(100000, ')') + " }}", "nested deeper than 300");
    row("not", "{{ " + QByteArray("not ").repeated(100000) + "1 }}", "nested deeper than 300");
    row("sum", "{{ 1" + QByteArray(" + 1").repeated(100000) + " }}", "nested deeper than 300");
    row("ifs", QByteArray("{% if a %}").repeated(10000), "nested deeper than 100");
    row("a template", QByteArray(2 << 20, 'a'), "more than 1048576 bytes");
    row("no UTF-8", "\xff", "no valid UTF-8");
}

void TestChatTemplate::endsWhatTakesTooMuch()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, words);
    const std::string message = errorOf(source.toStdString());
    bool found = false;
    for (const QByteArray &each : words.split('|'))
        found = found || message.find(each.toStdString()) != std::string::npos;
    QVERIFY2(found, message.substr(0, 300).c_str());
}

void TestChatTemplate::tellsATemplatesOwnRefusal()
{
    QCOMPARE(errorOf("{{ raise_exception('No ' + messages[0].role) }}"),
        std::string("The model's chat template refuses the conversation: No user"));
}

void TestChatTemplate::knowsWhereEachByteComesFrom()
{
    ChatInput input = twoMessages();
    input.specialTokens = {{"bos_token", "<s>"}};
    input.variables = {{"extra", "more"}};
    input.tools = jsonValue(R"([{"name": "f"}])");
    QCOMPARE(describedSpans(
                 "{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m['content'] }}\n{% endfor %}{{ extra }}"
                 "{{ tools[0].name }}",
                 input),
        std::string(
            "<s>[<0 role:user>] <0 content: Hi, you >\n[<1 role:assistant>] <1 content:Yes>\n<extra:more><tools:f>"));
}

void TestChatTemplate::keepsTheOriginThroughPython()
{
    const auto spans = [](const std::string &of) {
        return describedSpans("{% set a = messages[0].content %}{% set b = messages[1].content %}" + of, twoMessages());
    };
    QCOMPARE(spans("{{ '(' + a | trim + ')' ~ b[:2] }}"), std::string("(<0 content:Hi, you>)<1 content:Ye>"));
    QCOMPARE(spans("{{ a.split(',')[1].strip() + a[0:3].lstrip() }}"), std::string("<0 content:youHi>"));
    QCOMPARE(spans("{{ a | replace('Hi', b) }}"), std::string("<0 content: ><1 content:Yes><0 content:, you >"));
    QCOMPARE(spans("{{ [a, b] | map('trim') | join('; ') }}"), std::string("<0 content:Hi, you>; <1 content:Yes>"));
    QCOMPARE(
        spans("{{ (a + 'x' + a) | replace('x', '-') }}"), std::string("<0 content: Hi, you >-<0 content: Hi, you >"));
    QCOMPARE(spans("{{ b | upper }}{{ ('x' + b) | upper }}"), std::string("<1 content:YESXYES>"));
    QCOMPARE(
        spans("{{ b | tojson }}{{ {'k': b} | tojson }}"), std::string(R"(<1 content:"Yes">{"k": <1 content:"Yes">})"));
    QCOMPARE(spans("{{ messages[1] | tojson }}"),
        std::string(R"(<1:{"role": ><1 role:"assistant"><1:, "content": ><1 content:"Yes"><1:}>)"));
    QCOMPARE(spans("{% macro f(x) %}<{{ x }}>{% endmacro %}{{ f(b) }}{% set c %}{{ b }}!{% endset %}{{ c }}"),
        std::string("<<1 content:Yes>><1 content:Yes>!"));
}

void TestChatTemplate::findsWhatTheTemplateMarksAsGenerated()
{
    const auto parsed
        = ChatTemplate::parse("{% for m in messages %}{% if m.role == 'assistant' %}A:{% generation %}{{ m.content "
                              "}}.{% endgeneration %}{% else %}U{% endif %}{% endfor %}");
    const auto rendered = parsed->render(twoMessages());
    QCOMPARE(rendered->text, std::string("UA:Yes."));
    QCOMPARE(rendered->generated, (std::vector<std::pair<std::size_t, std::size_t>>{{3, 7}}));
}

void TestChatTemplate::readsJsonInItsOrder()
{
    const ChatValue value = jsonValue(R"({"b": [1, -2, 1.5, true, null, "\u00e9"], "a": {}, "b2": 1, "a": 3})");
    QCOMPARE(value.object()->size(), std::size_t(3));
    QCOMPARE((*value.object())[1].name, std::string("a"));
    QVERIFY(*value.find("a") == ChatValue(std::int64_t(3)));
    QVERIFY(
        *value.find("b") == ChatValue(ChatList{std::int64_t(1), std::int64_t(-2), 1.5, true, ChatValue(), "\u00e9"}));
}

void TestChatTemplate::refusesOtherJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("cut off") << QByteArray("[1") << QByteArray("no valid JSON");
    QTest::addRow("bytes") << QByteArray("\"\xff\"") << QByteArray("no valid JSON");
    QTest::addRow("deep") << QByteArray(200, '[') << QByteArray("nested deeper than 100 levels");
    QTest::addRow("long") << QByteArray(2000, ' ') << QByteArray("more than 1000 bytes");
    QTest::addRow("large") << QByteArray("123456789012345678901") << QByteArray("more than 64 bits");
    QTest::addRow("more") << QByteArray("1 2") << QByteArray("no valid JSON");
}

void TestChatTemplate::refusesOtherJson()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, words);
    const auto value = parseChatValue(json.toStdString(), 1000);
    QVERIFY(!value);
    const std::string message = value.error().message + value.error().detail;
    QVERIFY2(message.find(words.toStdString()) != std::string::npos, message.c_str());
}

QTEST_GUILESS_MAIN(TestChatTemplate)
#include "tst_chattemplate.moc"
