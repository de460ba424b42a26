// The parts of a GGUF file that know nothing of tensors: its head, the tables of a tokenizer, and Ollama's Modelfile.
#include "engine/formats/gguf/gguftokenizer.h"
#include "engine/formats/gguf/modelfile.h"
#include "engine/formats/gguf/pretokenizername.h"
#include "engine/inference/gguf/chatblocks.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace motley;

class TestGgufFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTheHeadThatGgufWrites();
    void writesPiecesWithScores();
    void namesThePreTokenizer_data();
    void namesThePreTokenizer();
    void writesTheTemplateForOllama();
};

void TestGgufFormats::writesTheHeadThatGgufWrites()
{
    // Of gguf's GGUFWriter 0.19.0, given the same.
    const QByteArray expected = QByteArray::fromHex("474755460300000002000000000000000800000000000000140000000000000067"
                                                    "656e6572616c2e61726368697465637475726508000000"
                                                    "05000000000000006c6c616d6111000000000000006c6c616d612e626c6f636b5f"
                                                    "636f756e74040000000200000014000000000000006c6c"
                                                    "616d612e726f70652e667265715f626173650600000000401c461c000000000000"
                                                    "00746f6b656e697a65722e67676d6c2e6164645f626f73"
                                                    "5f746f6b656e07000000011500000000000000746f6b656e697a65722e67676d6c"
                                                    "2e746f6b656e7309000000080000000200000000000000"
                                                    "0100000000000000610400000000000000e29681621900000000000000746f6b65"
                                                    "6e697a65722e67676d6c2e746f6b656e5f747970650900"
                                                    "000005000000020000000000000001000000030000001500000000000000746f6b"
                                                    "656e697a65722e67676d6c2e73636f7265730900000006"
                                                    "0000000200000000000000000000000000c0bf0900000000000000782e70617474"
                                                    "65726e0900000007000000020000000000000001000800"
                                                    "000000000000742e77656967687402000000030000000000000002000000000000"
                                                    "0000000000000000000000000001000000000000007501"
                                                    "0000000500000000000000010000002000000000000000000000000000000000");
    const GgufFields fields{{"general.architecture", std::string("llama")}, {"llama.block_count", std::uint32_t(2)},
        {"llama.rope.freq_base", 10000.0F}, {"tokenizer.ggml.add_bos_token", true},
        {"tokenizer.ggml.tokens", std::vector<std::string>{"a", "\u2581b"}},
        {"tokenizer.ggml.token_type", std::vector<std::int32_t>{1, 3}},
        {"tokenizer.ggml.scores", std::vector<float>{0, -1.5F}}, {"x.pattern", std::vector<bool>{true, false}}};
    const std::string head = ggufHead(fields, {{"t.weight", {2, 3}, GgufType::Float32}, {"u", {5}, GgufType::Float16}});
    QCOMPARE(QByteArray::fromStdString(head).toHex(), expected.toHex());
}

void TestGgufFormats::writesPiecesWithScores()
{
    const auto files = TokenizerFiles{[] {
        QFile file(MOTLEY_TESTS "/fixtures/tokenizers/llama2.json");
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }()};
    const auto tokenizer = parseTokenizerJson(files);
    QVERIFY(tokenizer);
    const auto written = ggufTokenizerOf({*tokenizer, 760, "llama"});
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const auto field = [&](const char *key) { return findField(written->fields, key); };
    QCOMPARE(std::get<std::string>(*field("tokenizer.ggml.model")), std::string("llama"));
    QCOMPARE(std::get<bool>(*field("tokenizer.ggml.add_space_prefix")), true);
    QVERIFY(!field("tokenizer.ggml.merges"));
    const auto &tokens = std::get<std::vector<std::string>>(*field("tokenizer.ggml.tokens"));
    const auto &scores = std::get<std::vector<float>>(*field("tokenizer.ggml.scores"));
    const auto &types = std::get<std::vector<std::int32_t>>(*field("tokenizer.ggml.token_type"));
    const auto idOf
        = [&](const std::string &token) { return std::find(tokens.begin(), tokens.end(), token) - tokens.begin(); };
    const auto &merges = tokenizer->model.merges;
    const auto scoreOf
        = [&](std::size_t merge) { return scores[std::size_t(idOf(merges[merge].first + merges[merge].second))]; };
    QVERIFY(scoreOf(0) > scoreOf(merges.size() - 1));
    QCOMPARE(types[std::size_t(idOf("<0x0A>"))], 6);
    QCOMPARE(types[std::size_t(idOf("<unk>"))], 2);
    QCOMPARE(types[std::size_t(idOf("<s>"))], 3);
    QCOMPARE(types[std::size_t(idOf("<think>"))], 4); // no special one
}

void TestGgufFormats::namesThePreTokenizer_data()
{
    QTest::addColumn<QString>("name"); // empty: llama.cpp has none
    QTest::newRow("granite") << "gpt-2";
    QTest::newRow("smollm") << "smollm";
    QTest::newRow("llama3") << "llama-bpe";
    QTest::newRow("olmo3") << "dbrx"; // the same expression, but with merges
    QTest::newRow("qwen2") << "qwen2";
    QTest::newRow("qwen3_5") << "qwen35";
    QTest::newRow("ministral3") << "tekken";
    QTest::newRow("strange") << "";
}

void TestGgufFormats::namesThePreTokenizer()
{
    QFETCH(QString, name);
    QFile file(MOTLEY_TESTS "/fixtures/tokenizers/" + QString(QTest::currentDataTag()) + ".json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto tokenizer = parseTokenizerJson({file.readAll().toStdString()});
    QVERIFY(tokenizer);
    const auto found = preTokenizerNameOf(*tokenizer);
    QCOMPARE(found ? QString::fromStdString(*found) : QString(), name);
    if (!found)
        QVERIFY(found.error().detail.find("(?<=\\d),(?=\\d)") != std::string::npos); // says which expression
}

void TestGgufFormats::writesTheTemplateForOllama()
{
    const auto chat
        = ChatTemplate::parse("{% if messages[0].role != 'system' %}<|im_start|>system\nBe kind.<|im_end|>\n{% endif %}"
                              "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
                              "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}");
    QVERIFY(chat);
    const auto blocks = chatBlocksOf(*chat, {});
    QVERIFY(blocks);
    QCOMPARE(QString::fromStdString(modelfileOf({"a.gguf", {"<|im_end|>"}, blocks})),
        QString("# ollama create NAME -f Modelfile\nFROM ./a.gguf\n"
                "TEMPLATE \"\"\"{{ if not .System }}<|im_start|>system\nBe kind.<|im_end|>\n{{ end }}"
                "{{ range .Messages }}{{ if eq .Role \"user\" }}<|im_start|>user\n{{ .Content }}<|im_end|>\n"
                "{{ else if eq .Role \"assistant\" }}<|im_start|>assistant\n{{ .Content }}<|im_end|>\n"
                "{{ else if eq .Role \"system\" }}<|im_start|>system\n{{ .Content }}<|im_end|>\n"
                "{{ end }}{{ end }}<|im_start|>assistant\n\"\"\"\nPARAMETER stop \"<|im_end|>\"\n"));
    const auto counting
        = ChatTemplate::parse("{{ messages | length }}{% for m in messages %}{{ m.content }}{% endfor %}");
    QVERIFY(counting);
    QVERIFY(!chatBlocksOf(*counting, {})); // what stands around a message depends on more than who wrote it
}

QTEST_GUILESS_MAIN(TestGgufFormats)

#include "tst_ggufformats.moc"
