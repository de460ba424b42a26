// Which chat template of a model's folder is taken, and that it writes the same on every machine.
#include "engine/data/chat/tokens/templatefiles.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace motley;

class TestTemplateFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheTemplateOfAFolder();
    void takesTheTemplateThatIsAskedFor();
    void takesAnotherTemplateForTools();
    void writesTheSameDayInEveryTimeZone();
};

void TestTemplateFiles::findsTheTemplateOfAFolder()
{
    QTemporaryDir folder;
    const auto write = [&](const char *name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        return file.open(QFile::WriteOnly) && file.write(text) == text.size();
    };
    const std::string path = folder.path().toStdString();
    QVERIFY(!readChatTemplates(path)->usual);
    QVERIFY(write("tokenizer_config.json",
        R"({"chat_template": [{"name": "rag", "template": "r"}, {"name": "default", "template": "d"}]})"));
    QCOMPARE(**readChatTemplateText(path), std::string("d"));
    QVERIFY(write(
        "tokenizer_config.json", R"({"chat_template": "alone", "model_max_length": 1000000000000000019884624838656})"));
    QCOMPARE(**readChatTemplateText(path), std::string("alone"));
    QVERIFY(write("chat_template.json", R"({"chat_template": "processor"})"));
    QCOMPARE(**readChatTemplateText(path), std::string("processor"));
    QVERIFY(write("chat_template.jinja", "own\n"));
    QCOMPARE(readChatTemplates(path)->usual->render({.messages = ChatList()})->text, std::string("own"));
    QVERIFY(write("chat_template.jinja", "{% include 'x' %}"));
    QVERIFY(readChatTemplates(path).error().message.find(path + ": The chat template cannot be used: line 1") == 0);
    QVERIFY(QFile::remove(folder.filePath("chat_template.jinja")));
    QVERIFY(write("chat_template.json", R"({"chat_template": 5})"));
    QVERIFY(readChatTemplates(path).error().message.find("chat_template.json is neither a text") != std::string::npos);
    QVERIFY(write("chat_template.json", "{"));
    QVERIFY(
        readChatTemplates(path).error().message.find("chat_template.json: This is no valid JSON") != std::string::npos);
}

void TestTemplateFiles::takesTheTemplateThatIsAskedFor()
{
    QTemporaryDir folder;
    const auto write = [&](const char *name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        return file.open(QFile::WriteOnly) && file.write(text) == text.size();
    };
    const std::string path = folder.path().toStdString();
    const auto textOf = [&](const char *name) { return readChatTemplateText(path, {.name = name}); };
    QVERIFY(textOf("rag").error().message.find("It has none.") != std::string::npos);
    QVERIFY(write("tokenizer_config.json",
        R"({"chat_template": [{"name": "tool_use", "template": "t"}, {"name": "rag", "template": "r"}]})"));
    QCOMPARE(**textOf("rag"), std::string("r"));
    QCOMPARE(textOf("").error().message,
        "The model in " + path
            + " has several chat templates, and none is called \"default\". Set data.chatTemplate to one "
            + "of them: rag, tool_use.");
    QCOMPARE(textOf("raw").error().message,
        "The model in " + path + " has no chat template \"raw\" (data.chatTemplate). It has: rag, tool_use.");

    // As transformers 4.53 and later write them, which then passes over those of the other file.
    QVERIFY(QDir(folder.path()).mkdir("additional_chat_templates"));
    QVERIFY(write("additional_chat_templates/rag.jinja", "additional"));
    QVERIFY(write("additional_chat_templates/notes.txt", "no template"));
    QVERIFY(write("additional_chat_templates/two\nlines.jinja", "could not be fetched from a machine"));
    QCOMPARE(**textOf(""), std::string("additional")); // the only one
    QVERIFY(write("chat_template.jinja", "own"));
    QCOMPARE(**textOf(""), std::string("own"));
    QCOMPARE(**textOf("default"), std::string("own"));
    QCOMPARE(**textOf("rag"), std::string("additional"));
    QVERIFY(textOf("tool_use").error().message.find("It has: default, rag.") != std::string::npos);

    QVERIFY(write("mine.jinja", "mine"));
    const ChosenChatTemplate mine{.file = path + "/mine.jinja"};
    QCOMPARE(**readChatTemplateText(path, mine), std::string("mine"));
    QVERIFY(write("mine.jinja", "{% include 'x' %}"));
    QVERIFY(readChatTemplates(path, mine).error().message.find(mine.file + ": The chat template cannot be used") == 0);
    QVERIFY(QFile::remove(folder.filePath("mine.jinja")));
    QVERIFY(readChatTemplates(path, mine).error().message.find(mine.file) != std::string::npos);
}

// As transformers does; tests/oracles/comparisons/chattemplates.py asks it.
void TestTemplateFiles::takesAnotherTemplateForTools()
{
    QTemporaryDir folder;
    const auto write = [&](const char *name, const QByteArray &text) {
        QFile file(folder.filePath(name));
        return file.open(QFile::WriteOnly) && file.write(text) == text.size();
    };
    const std::string path = folder.path().toStdString();
    const auto textOf = [](const std::optional<ChatTemplate> &chatTemplate) {
        return chatTemplate ? chatTemplate->render({.messages = ChatList()})->text : std::string("none");
    };
    QVERIFY(write("tokenizer_config.json",
        R"({"chat_template": [{"name": "default", "template": "usual"}, {"name": "tool_use", "template": "tools"}]})"));
    const auto both = readChatTemplates(path);
    QVERIFY2(both, both ? "" : both.error().message.c_str());
    QCOMPARE(textOf(both->usual), std::string("usual"));
    QCOMPARE(textOf(both->withTools), std::string("tools"));
    const auto chosen = readChatTemplates(path, {.name = "default"}); // is the one for all rows
    QCOMPARE(textOf(chosen->usual), std::string("usual"));
    QCOMPARE(textOf(chosen->withTools), std::string("none"));
    QVERIFY(write("chat_template.jinja", "alone"));
    QCOMPARE(textOf(readChatTemplates(path)->withTools), std::string("none"));
}

void TestTemplateFiles::writesTheSameDayInEveryTimeZone()
{
    const auto parsed = ChatTemplate::parse("{% if not date_string is defined %}{% set date_string = "
                                            "strftime_now('%d %b %Y %H:%M') %}{% endif %}{{ date_string }}");
    QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    const QByteArray before = qgetenv("TZ");
    for (const char *zone : {"UTC", "America/Los_Angeles", "Asia/Tokyo", "XXX+11"}) {
        qputenv("TZ", zone);
        tzset();
        const auto rendered = parsed->render({.messages = ChatList(), .now = 1767225600});
        QVERIFY2(rendered, rendered ? "" : rendered.error().message.c_str());
        QCOMPARE(rendered->text, std::string("01 Jan 2026 00:00"));
    }
    if (before.isNull())
        qunsetenv("TZ");
    else
        qputenv("TZ", before);
    tzset();
}

QTEST_GUILESS_MAIN(TestTemplateFiles)
#include "tst_templatefiles.moc"
