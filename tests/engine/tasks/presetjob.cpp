#include "presetjob.h"

#include "decoderfolder.h"
#include "engine/job/fieldviews.h"
#include "taskdata.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

// A small Llama with a tokenizer and a chat template, and a few conversations.
void fillIn(LanguageModelSpec &task, const std::string &folder)
{
    const QString at = QString::fromStdString(folder);
    writeDecoderFolder("llama", at + "/llama", false);
    writeBytes(at + "/llama/chat_template.jinja",
        "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}"
        "{% if add_generation_prompt %}<s>assistant\n{% endif %}");
    QByteArray rows;
    for (char letter = 'a'; letter <= 'z'; ++letter)
        rows += QByteArray(R"({"messages": [{"role": "user", "content": "what is X"}, )"
                           R"({"role": "assistant", "content": "a letter"}]})")
                    .replace('X', letter)
            + '\n';
    writeBytes(at + "/rows.jsonl", rows);
    task.model.start = folder + "/llama";
    task.model.context = 48;
    task.data.train = task.data.test = folder + "/rows.jsonl";
}

void fillIn(TaskSpec &task, TaskSpec made)
{
    std::vector<FieldView> open = viewsOf(task);
    const std::vector<FieldView> filled = viewsOf(made);
    for (std::size_t i = 0; i < open.size(); ++i)
        if (std::holds_alternative<DataPath *>(open[i].value) || open[i].path.starts_with("data."))
            copyValue(filled[i], open[i]);
}

} // namespace

JobSpec filledIn(const Preset &preset, const std::string &folder)
{
    std::filesystem::create_directories(folder);
    JobSpec job = preset.job;
    auto *text = std::get_if<LanguageModelSpec>(&job.task);
    if (text && text->data.format == LanguageModelData::Format::Conversations)
        fillIn(*text, folder);
    else
        fillIn(job.task, makeTaskJob(taskName(job.task), folder).job.task);
    job.batch = std::min<std::int64_t>(job.batch, 4); // measuring a machine takes some twenty steps
    job.maxSteps = 4; // keep the test short, as evaluating some test sets takes longer than steps
    return job;
}

} // namespace motley
