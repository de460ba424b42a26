// The JSON schema of a job, made from the same list of fields that reads and writes it, so that it cannot fall behind.
#include "engine/protocol/jobfields.h"
#include "engine/protocol/jobranges.h"
#include "engine/protocol/jobspec.h"

#include <map>

namespace motley {

namespace {

// One sentence per field, by its path. A field without one fails the schema's test.
const std::map<std::string, const char *> descriptions{
    {"name", "What people call this job."},
    {"task", "What is trained; the engine's tasks command lists the names."},
    {"seed", "Same seed, same samples, same curve, on any machines."},
    {"batch", "Samples of one step, over all machines together."},
    {"epochs", "How often every training sample is used."},
    {"maxSteps", "Ends the run earlier than the epochs would; 0: it does not."},
    {"clipNorm", "Largest norm of the whole gradient; 0: no clipping."},
    {"model", "The network."},
    {"model.kind", "Its shape."},
    {"model.width", "Channels of its first stage; 64 is the original ResNet-18."},
    {"data", "What it learns from."},
    {"data.folder", "Holds the four IDX files, plain or .gz; relative to this file."},
    {"data.augment", "Shifts and mirrors the training images at random."},
    {"optimizer", "How the gradient changes the parameters."},
    {"optimizer.kind", "The method."},
    {"optimizer.momentum", "Of sgd."},
    {"optimizer.nesterov", "Of sgd: look ahead."},
    {"optimizer.beta1", "Of adamw: decay of the first moment."},
    {"optimizer.beta2", "Of adamw: decay of the second moment."},
    {"optimizer.epsilon", "Of adamw: added to the root of the second moment."},
    {"optimizer.weightDecay", "Of sgd: added to the gradient; of adamw: decoupled."},
    {"schedule", "The learning rate over the run."},
    {"schedule.kind", "Its shape after the warm-up."},
    {"schedule.peak", "Learning rate after the warm-up."},
    {"schedule.warmupSteps", "Steps of linear growth to the peak."},
    {"schedule.stepFactor", "Of step: what the rate is multiplied by."},
    {"schedule.stepEpochs", "Of step: epochs between two changes."},
    {"schedule.finalFraction", "Of cosine: it ends at this part of the peak."},
    {"evaluateEveryEpochs", "Epochs between two looks at the test set."},
    {"checkpoint", "What is kept against losing work."},
    {"checkpoint.everySteps", "Steps between two checkpoints; 0: only at the end and at a stop."},
    {"checkpoint.keep", "How many of the newest are kept."},
};

class SchemaWriter {
public:
    SchemaWriter(const JobSpec &job, std::string path) : m_job(job), m_path(std::move(path)) { }

    template <typename T>
    void operator()(const char *name, T &value)
    {
        const auto path = m_path.empty() ? std::string(name) : m_path + "." + name;
        Json &field = m_properties[name];
        field["description"] = descriptions.at(path);
        field.update(schemaOf(value, path));
    }

    Json take()
    {
        return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(m_properties)}};
    }

private:
    template <typename T>
    Json schemaOf(T &value, const std::string &path) const
    {
        if constexpr (std::is_same_v<T, bool>) {
            return {{"type", "boolean"}, {"default", value}};
        } else if constexpr (std::is_arithmetic_v<T>) {
            Json schema{{"type", std::is_integral_v<T> ? "integer" : "number"}};
            if (std::is_unsigned_v<T>)
                schema["minimum"] = 0;
            for (const auto &range : fieldRanges(m_job))
                if (path == range.field)
                    schema.update(limitsOf<T>(range));
            schema["default"] = value;
            return schema;
        } else if constexpr (std::is_same_v<T, std::string>) {
            return {{"type", "string"}, {"minLength", 1}};
        } else if constexpr (std::is_enum_v<T>) {
            Json names = Json::array();
            for (const auto &[item, text] : EnumNames<T>::table)
                names.push_back(text);
            return {{"enum", names}, {"default", FieldWriter::toJsonValue(value)}};
        } else {
            SchemaWriter fields(m_job, path);
            describe(fields, value);
            return fields.take();
        }
    }

    template <typename T>
    static Json limitsOf(const FieldRange &range)
    {
        return {{"minimum", T(range.least)}, {"maximum", T(range.most)}};
    }

    const JobSpec &m_job;
    std::string m_path;
    Json m_properties = Json::object();
};

} // namespace

std::string jobSchema()
{
    JobSpec job;
    SchemaWriter fields(job, {});
    describe(fields, job);
    Json body = fields.take();

    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A job for Motley"}};
    schema.update(body);
    Json properties{{"version", {{"const", JobSpec::currentVersion}}}};
    properties.update(schema["properties"]);
    properties["name"]["maxLength"] = 80;
    properties["data"]["required"] = {"folder"};
    schema["properties"] = properties;
    schema["required"] = {"version", "name", "data"};
    return schema.dump(2) + "\n";
}

} // namespace motley
