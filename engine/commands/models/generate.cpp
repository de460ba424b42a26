#include "engine/commands/commands.h"
#include "engine/commands/models/computeoptions.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/inference/textgenerator.h"

#include <iostream>
#include <memory>
#include <optional>
#include <string>

namespace motley {

namespace {

struct GenerateOptions {
    std::string model;
    std::optional<std::string> prompt;
    bool chats = false;
    bool streams = false; // as it is written, each answer with a zero byte at its end
    std::string system; // what a conversation begins with; empty: nothing
    GenerationSpec spec;
    ComputeOptions compute;
};

TextGenerator::Written writtenOut(const GenerateOptions &options)
{
    if (!options.streams)
        return {};
    return [](std::string_view piece) { std::cout << piece << std::flush; };
}

// Answers each line of a conversation, until there is none.
int chat(TextGenerator &writer, const GenerateOptions &options)
{
    Conversation conversation;
    if (!options.system.empty())
        conversation.messages.push_back(chatMessage("system", options.system));
    std::string question = options.prompt.value_or("");
    const auto isAsked = [&] { return options.prompt || std::getline(std::cin, question); };
    while (isAsked()) {
        if (!isUtf8(question))
            return failed({"The message is not UTF-8.", {}});
        conversation.messages.push_back(chatMessage("user", question));
        const auto answer = writer.answer(conversation, options.spec, writtenOut(options));
        if (!answer)
            return failed(answer.error());
        if (options.streams)
            std::cout << '\0' << std::flush;
        else
            std::cout << *answer << std::endl;
        if (options.prompt)
            break;
        conversation.messages.push_back(chatMessage("assistant", *answer));
    }
    return exitDone;
}

int generateText(const GenerateOptions &options)
{
    const std::string prompt = options.prompt.value_or("\n");
    if (!isUtf8(prompt) || !isUtf8(options.system))
        return failed({"The prompt is not UTF-8.", {}});
    if (!options.system.empty() && !options.chats)
        return failed({"--system is for a conversation: add --chat.", {}});
    if (const auto good = validate(options.spec.sampling); !good)
        return failed(good.error());
    const auto device = openCompute(options.compute);
    if (!device)
        return failed(device.error());
    auto writer = TextGenerator::open(options.model, *device);
    if (!writer)
        return failed(writer.error());
    for (const std::string &note : writer->notes())
        std::cerr << note << "\n";
    if (options.chats)
        return chat(*writer, options);
    const auto text = writer->write(prompt, options.spec, writtenOut(options));
    if (!text)
        return failed(text.error());
    if (options.streams) {
        std::cout << '\0' << std::flush;
        return exitDone;
    }
    std::cout << *text << (text->empty() || text->back() != '\n' ? "\n" : "") << std::flush;
    return exitDone;
}

} // namespace

void addGenerate(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("generate", "Let a trained language model write a text on");
    command->footer("Prints the prompt and what the model makes of it. The same seed gives the same text. A lower\n"
                    "temperature keeps to what is probable (0: always the most probable token); --top-k and --top-p\n"
                    "leave out what is improbable. Takes Hugging Face's folders too, of a GPT-2 or of a decoder\n"
                    "such as Llama, Qwen, Gemma or Mistral; the text ends where their generation_config.json says.\n"
                    "With --chat it answers as in a conversation, by the model's own chat template: the prompt, or\n"
                    "each line of the standard input. With --stream, for programs, it prints what is added to the\n"
                    "prompt piece by piece, and a zero byte after each answer.\n\n"
                    "Examples:\n"
                    "  motley-engine generate runs/shakespeare/model --prompt 'ROMEO:' --tokens 300 --temperature 0.8\n"
                    "  motley-engine generate SmolLM2-135M-Instruct --chat --prompt 'What is a ratchet?'");
    auto options = std::make_shared<GenerateOptions>();
    GenerationSpec &spec = options->spec;
    command->add_option("MODEL", options->model, "Folder of a language model, such as RUN/model")->required();
    command->add_option("--prompt", options->prompt, "Where the text begins (default: at a line's beginning)");
    command->add_flag("--chat", options->chats, "Answer, instead of writing on");
    command->add_flag("--stream", options->streams, "Print what is written as soon as it is there");
    command->add_option("--system", options->system, "What a conversation begins with");
    command->add_option("--tokens", spec.newTokens, "How many more, at most")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--temperature", spec.sampling.temperature, "Scores are divided by it")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    command->add_option("--top-k", spec.sampling.topK, "Choose among so many of the most probable tokens; 0: all")
        ->check(CLI::Range(0, 1 << 30))
        ->capture_default_str();
    command
        ->add_option("--top-p", spec.sampling.topP,
            "Choose among the fewest tokens that are this probable together, above 0 and up to 1")
        ->capture_default_str();
    command->add_option("--seed", spec.seed, "Another seed, another text")->capture_default_str();
    addComputeOptions(*command, options->compute);
    command->callback([&chosen, options] { chosen = [options] { return generateText(*options); }; });
}

} // namespace motley
