#include "mirador/simulate/result_text.hpp"

#include <charconv>
#include <span>
#include <stdexcept>

#include "mirador/core/text.hpp"

namespace mirador {
namespace {

void put(std::string& text, std::uint64_t number, char after) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end).push_back(after);
}

void put_counts(std::string& text, std::string_view word, std::span<const std::uint64_t> counts) {
  text += word;
  for (const std::uint64_t count : counts) put(text, count, ' ');
  text.back() = '\n';
}

void put_summary(std::string& text, const Summary& summary, double delta) {
  text.append("risk ").append(exact(delta)).push_back(' ');
  put(text, summary.errors(), ' ');
  put(text, summary.undecided(), ' ');
  put(text, summary.equal(), ' ');
  put(text, summary.right(), '\n');
  put_counts(text, "pulls ", summary.pulls());
  put_counts(text, "recommended ", summary.recommended());
  text += "samples ";
  for (const Tally::Entry& entry : summary.samples().entries()) {
    put(text, entry.value, ':');
    put(text, entry.count, ' ');
  }
  text.back() = '\n';
}

void put_run(std::string& text, const RunRecord& run) {
  text += "run ";
  put(text, run.samples, ' ');
  put(text, static_cast<std::uint64_t>(run.outcome), ' ');
  put(text, run.equal ? 1 : 0, ' ');
  put(text, run.right ? 1 : 0, ' ');
  put(text, run.recommended ? *run.recommended + 1 : 0, ' ');
  text.append(run.answer).push_back('\n');
}

/// Parses the text from the front; throws on anything unexpected.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool take(std::string_view word) {
    const bool here = rest_.starts_with(word);
    if (here) rest_.remove_prefix(word.size());
    return here;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail();
  }
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) fail();
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  template <class Number = std::uint64_t>
  Number number() {
    Number value{};
    const char* const end = rest_.data() + rest_.size();
    const auto [stopped, error] = std::from_chars(rest_.data(), end, value);
    if (error != std::errc{}) fail();
    rest_.remove_prefix(static_cast<std::size_t>(stopped - rest_.data()));
    return value;
  }
  [[noreturn]] static void fail() { throw std::runtime_error("results: not readable"); }

 private:
  std::string_view rest_;
};

std::vector<std::uint64_t> read_counts(Reader& reader, std::string_view word) {
  std::vector<std::uint64_t> counts;
  reader.expect(word);
  while (reader.take(" ")) counts.push_back(reader.number());
  reader.expect("\n");
  return counts;
}

Tally read_samples(Reader& reader) {
  std::vector<Tally::Entry> entries;
  reader.expect("samples");
  while (reader.take(" ")) {
    const std::uint64_t value = reader.number();
    reader.expect(":");
    entries.push_back({value, reader.number()});
  }
  reader.expect("\n");
  return Tally(std::move(entries));
}

void read_risk(Reader& reader, RuleResult& result) {
  Summary::Parts parts;
  result.deltas.push_back(reader.number<double>());
  for (std::uint64_t* count : {&parts.errors, &parts.undecided, &parts.equal, &parts.right}) {
    reader.expect(" ");
    *count = reader.number();
  }
  reader.expect("\n");
  parts.pulls = read_counts(reader, "pulls");
  parts.recommended = read_counts(reader, "recommended");
  parts.samples = read_samples(reader);
  result.summaries.emplace_back(std::move(parts));
}

void read_run(Reader& reader, RuleResult& result) {
  RunRecord run;
  run.samples = reader.number();
  reader.expect(" ");
  const std::uint64_t outcome = reader.number();
  if (outcome > static_cast<std::uint64_t>(Outcome::undecided)) Reader::fail();
  run.outcome = static_cast<Outcome>(outcome);
  reader.expect(" ");
  run.equal = reader.number() != 0;
  reader.expect(" ");
  run.right = reader.number() != 0;
  reader.expect(" ");
  if (const std::uint64_t arm = reader.number(); arm > 0) run.recommended = arm - 1;
  reader.expect(" ");
  run.answer = reader.line();
  result.runs.resize(result.summaries.size());
  result.runs.back().push_back(std::move(run));
}

RuleResult read_result(Reader& reader) {
  RuleResult result;
  reader.expect("rule ");
  result.rule = reader.line();
  reader.expect("work ");
  const std::uint64_t steps = reader.number();
  reader.expect(" ");
  result.set_work(steps, reader.number());
  reader.expect("\n");
  while (reader.take("risk ")) {
    read_risk(reader, result);
    while (reader.take("run ")) read_run(reader, result);
  }
  if (!result.runs.empty()) result.runs.resize(result.summaries.size());
  return result;
}

}  // namespace

std::string results_to_text(const std::vector<RuleResult>& results) {
  std::string text;
  for (const RuleResult& result : results) {
    text.append("rule ").append(result.rule).append("\nwork ");
    put(text, result.steps, ' ');
    put(text, result.cpu_ns, '\n');
    for (std::size_t i = 0; i < result.summaries.size(); ++i) {
      put_summary(text, result.summaries[i], result.deltas[i]);
      if (result.runs.empty()) continue;
      for (const RunRecord& run : result.runs[i]) put_run(text, run);
    }
  }
  return text;
}

std::vector<RuleResult> results_from_text(std::string_view text) {
  std::vector<RuleResult> results;
  Reader reader(text);
  try {
    while (!reader.done()) results.push_back(read_result(reader));
  } catch (const std::invalid_argument&) {  // thrown by a tally or a summary
    Reader::fail();
  }
  return results;
}

}  // namespace mirador
