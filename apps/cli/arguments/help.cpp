#include "arguments/help.hpp"

#include <algorithm>

#include "mirador/spec/description.hpp"
#include "mirador/spec/rule_spec.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view about =
    "Find out which of K noisy options is the right answer, with an error\n"
    "probability of at most delta and as few measurements as possible.\n";

constexpr std::string_view after_help =
    "mirador COMMAND --help explains a command. Examples:\n"
    "  mirador race 'grep -c x file' 'awk /x/ file'\n"
    "  mirador new coffee --arms filter,press,moka --delta 0.05\n"
    "  mirador ask coffee\n"
    "  mirador tell coffee 1 7.5\n"
    "  mirador status coffee\n"
    "  mirador sim --means 1,0.85,0.8,0.75 --rules lma,bc,unif\n"
    "Exit codes: 0 done or decided, 1 failed, 2 bad input, 3 undecided (budget spent\n"
    "or interrupted), 4 equal within the margin, 5 slower than a gate allows.";

constexpr std::string_view race_about =
    "Find the fastest of several commands (or the leanest, or the one that prints the\n"
    "best number) with an error probability of at most delta. In every round each\n"
    "command that may still win is run once, in random order; with --design adaptive\n"
    "promising commands are run more often. The race ends with a winner, or when the\n"
    "best commands are proved to be equal within the margin, or with --good-enough\n"
    "when one is proved to be that near the best. You don't choose the number of runs.\n"
    "Every run is stored before the next begins. One command alone is measured until\n"
    "its mean is known to 1%, and is not stored.\n";

constexpr std::string_view race_examples =
    "Ctrl-C ends the race. It prints the commands that may still win, those that are\n"
    "ruled out, and the command line that continues the race. The commands read\n"
    "nothing, and their output is discarded.\n"
    "Exit codes: 0 a winner (or one good enough, or the mean of one command known),\n"
    "1 a command failed, 2 bad input, 3 undecided (budget spent or interrupted), 4 the\n"
    "best are equal: each is within the margin of the best of them (--design adaptive:\n"
    "each differs from the answer by at most the margin, and two of them by up to\n"
    "twice the margin).\n\n"
    "Examples:\n"
    "  mirador race 'zstd -1 -c f' 'zstd -3 -c f' 'lz4 -c f' 'gzip -1 -c f'\n"
    "  mirador race -w 3 -N -n old -n new './old f' './new f'\n"
    "  mirador race -L level 1,3,9 'gzip -{level} -c f'\n"
    "  mirador race --good-enough 10% -L level 1,2,3,4,5,6 'gzip -{level} -c f'\n"
    "  mirador race --reference 'grep -c x f' 'rg -c x f' 'ag -c x f'\n"
    "  mirador race 'sort f'\n"
    "  mirador race -P threads 1 8 -p 'make clean' 'make -j {threads}'\n"
    "  mirador race --metric rss --margin 5% 'sort f' 'sort -S 1M f'\n"
    "  mirador race --metric stdout --highest --margin 0.5 './eval a' './eval b'\n"
    "  mirador race --metric stdout --highest --family bernoulli './try a' './try b'\n"
    "  mirador race --max-time 60 --export-json r.json --report r.html 'a' 'b'\n"
    "  mirador race -N -- '-odd-name' 'other'";

constexpr std::string_view gate_about =
    "Compare a candidate with a baseline, for continuous integration: does it take\n"
    "more time (or memory) than allowed? Both run in turn until the answer is known\n"
    "with an error probability of at most delta.\n";

constexpr std::string_view gate_examples =
    "Exit codes: 0 within the limit, 1 a command failed, 2 bad input, 3 undecided\n"
    "(budget spent or interrupted), 5 slower.\n\n"
    "Examples:\n"
    "  mirador gate --baseline './old f' --candidate './new f'\n"
    "  mirador gate --baseline ./main --candidate ./pr --max-slowdown 5% -w 1 \\\n"
    "    --export-markdown \"$GITHUB_STEP_SUMMARY\"\n"
    "  mirador gate --metric rss --max-slowdown 1% --baseline ./main --candidate ./pr";

constexpr std::string_view bound_about =
    "Compute the fewest measurements that any method needs: the characteristic time\n"
    "T*, the optimal proportions w*, and the lower bound T* kl(delta,1-delta).\n";

constexpr std::string_view bound_examples =
    "Examples:\n"
    "  mirador bound --means 1,0.85,0.8,0.75\n"
    "  mirador bound --problem thresholding --level 0.5 --means 0.2,0.4,0.9\n"
    "  mirador bound --family bernoulli --means 0.5,0.45,0.43,0.4\n"
    "  mirador bound --means 1,1,0.8 --margin 0.1\n"
    "  mirador bound --spec problem.toml --format json\n"
    "where problem.toml contains\n"
    "  problem = \"top-m\"\n"
    "  top = 2\n"
    "  means = [1, 0.9, 0.5, 0.2]\n\n"
    "A sets file, for --problem polyhedral: an answer is the set of means with\n"
    "rows * means > bounds.\n"
    "  [[set]]\n"
    "  name = \"first\"\n"
    "  rows = [[1, -1, 0], [1, 0, -1]]\n"
    "  bounds = [0, 0]";

constexpr std::string_view sim_about =
    "Compare sampling rules on simulated measurements: how many each needs until it\n"
    "stops, how often it is wrong, and how far it is from the lower bound.\n";

constexpr std::string_view sim_examples =
    "Ctrl-C prints the finished runs. Under mpirun all processes share the work.\n"
    "Examples:\n"
    "  mirador sim --means 1,0.85,0.8,0.75\n"
    "  mirador sim --means 0.5,0.3,0.1 --rules lma,lma:L=0.01,bc --runs 200\n"
    "  mirador sim --family poisson --lowest --margin 0.5 --means 3,3,4 --runs 100\n"
    "  mirador sim --problem top-m --top 2 --means 1,0.9,0.5,0.2 --format json\n"
    "  mirador sim --rounds --correlation 0.5 --means 1,0.85,0.8 --delta 0.05\n"
    "  mirador sim --means 1,0.9,0.8 --runs 1e6 --checkpoint sweep.ckpt";

constexpr std::string_view paper_about =
    "Reproduce the figure, the table and the theorem of the paper behind mirador\n"
    "(Menard 2019), and measure what it leaves open. Writes report.html (open it in a\n"
    "browser; it needs no network), figure1.svg, table1.csv and results.json.\n"
    "--format json also prints results.json, --format csv prints table1.csv.\n";

constexpr std::string_view paper_examples =
    "Ctrl-C ends it, and no file is written. Examples:\n"
    "  mirador paper --quick\n"
    "  mirador paper --out report --runs 10000 --seed 7";

constexpr std::string_view new_about =
    "Begin an experiment: name the options (arms), the question and the risk. Then\n"
    "mirador ask says what to measure, and mirador tell takes the result.\n";

constexpr std::string_view new_examples =
    "Examples:\n"
    "  mirador new coffee --arms filter,press,moka --delta 0.05\n"
    "  mirador new prompts --arms a,b,c --family bernoulli --margin 0.02\n"
    "  mirador new latency --arms v1,v2 --lowest --max-samples 500\n"
    "  mirador new models --arms a,b,c,d --rounds\n"
    "  mirador new exam --arms a,b,c --rounds --family bernoulli --items 800\n"
    "  mirador new doses --spec doses.toml --store postgresql://lab/results";

constexpr std::string_view ask_about =
    "Print what to measure next: one ticket per measurement, with its arm. Several\n"
    "tickets may be open at once. There are no more tickets after the verdict, or\n"
    "when the budget is spent (exit code 3). When all that is left is open tickets,\n"
    "it gives none, too, and says so (JSON: \"phase\":\"waiting\").\n";

constexpr std::string_view ask_examples =
    "Examples:\n"
    "  mirador ask coffee\n"
    "  mirador ask coffee -n 3 --format json\n"
    "  mirador ask models --round";

constexpr std::string_view tell_about =
    "Give the result of a ticket. Results may come late, in any order, in batches,\n"
    "and after the verdict. The same result again changes nothing; a different result\n"
    "for the same ticket is refused. A batch is accepted as a whole or not at all.\n";

constexpr std::string_view tell_examples =
    "Examples:\n"
    "  mirador tell coffee 1 7.5\n"
    "  mirador tell coffee 2 -0.5\n"
    "  mirador tell coffee --batch results.csv\n"
    "  printf '3,7.1\\n4,6.8\\n' | mirador tell coffee --batch -";

constexpr std::string_view observe_about =
    "Give a measurement of an arm that was not asked for. It counts like any other.\n"
    "Observing twice counts twice; there is no ticket to detect repeats. Whether you\n"
    "observe must not depend on the value: every guarantee assumes that.\n";

constexpr std::string_view abandon_about =
    "Say that the measurement of a ticket will not come, or of several. Their part of\n"
    "the budget is given back. If a result arrives later, you can still tell it. In\n"
    "rounds it does not count if its round went on without it, and tell says so.\n"
    "Whether you abandon must not depend on the value, nor whether you tell it later:\n"
    "every guarantee assumes that.\n";

constexpr std::string_view change_about =
    "Change the plan of an experiment before its verdict. What keeps the guarantee is\n"
    "allowed: a larger or smaller budget, a smaller delta, and another margin. A delta\n"
    "that you fixed without regard to the data holds as it stands; one that was chosen\n"
    "from the data leaves the guarantee of the first. A larger delta has none.\n";

constexpr std::string_view change_examples =
    "Examples:\n"
    "  mirador change coffee --max-samples 500\n"
    "  mirador change coffee --max-samples none --delta 0.01";

constexpr std::string_view add_arm_about =
    "Add an arm to a running experiment, or several: a new option has turned up. The\n"
    "next tickets measure it first. Every arm that is added or retired after the first\n"
    "value costs some evidence: with r of them the verdict needs delta/((2r+1) 2^r),\n"
    "and it is wrong with probability at most delta (2 - 1/2^r), which is proved. Only\n"
    "for best-arm without a margin, without --rounds, with the stopping rule mixture.\n";

constexpr std::string_view retire_arm_about =
    "Take an arm out of the question, or several. The verdict then is about the others,\n"
    "and the retired arm may be better than all of them. Its open tickets are\n"
    "abandoned; a result that comes late is recorded and does not count, as tell says.\n"
    "Its values stay in the log and in the budget and count no more. The price is that\n"
    "of mirador add-arm. Which arm you retire may depend on the values that count so far.\n";

constexpr std::string_view tag_about =
    "Add tags to an experiment, or remove them with --remove. status shows them, and\n"
    "mirador list --tag T lists the experiments with a tag. They change nothing.\n";

constexpr std::string_view note_about =
    "Add a note to the log of an experiment. status, report and export show it. It\n"
    "changes nothing.\n";

constexpr std::string_view rename_about =
    "Give an experiment another name, which must be free. Programs that have it open\n"
    "must open it again.\n";

constexpr std::string_view status_about =
    "Show the state of an experiment: the answer, the smallest risk at which it could\n"
    "be decided now, the evidence and the evidence required, the arms with their\n"
    "intervals, and the verdict. All intervals hold at all times with probability\n"
    "1 - delta. The verdict holds with probability 1 - delta too: the two hold\n"
    "separately, not jointly.\n";

constexpr std::string_view status_examples =
    "Exit codes: 0 running or decided, 3 the budget is spent without a verdict,\n"
    "4 decided, equal within the margin: each arm that shares the place of the answer\n"
    "differs from it by at most the margin, two of them by up to twice the margin; in\n"
    "rounds each is within the margin of the best of them.";

constexpr std::string_view compare_about =
    "Give the verdict on rounds that are finished: a CSV file whose columns are arms\n"
    "and whose rows are rounds or items (- is standard input). A first column named\n"
    "item, round, id, doc_id, question, task or index, in any case, holds labels; an\n"
    "empty cell is a missing value. It also says how many rows would have sufficed.\n"
    "Nothing is stored.\n";

constexpr std::string_view compare_examples =
    "Exit codes: 0 decided, 3 the rows are not enough for a verdict, 4 the best are\n"
    "equal within the margin.\n\n"
    "Examples:\n"
    "  mirador compare latencies.csv --lowest --scale log\n"
    "  mirador compare scores.csv --family bounded --lo 0 --hi 1 --items";

constexpr std::string_view observe_examples =
    "A file of --batch holds values, or whole rounds of an experiment in rounds. Which\n"
    "of them it holds must not depend on the values. The number of a round only says\n"
    "which lines belong together. Missing values of a round count as abandoned.\n"
    "Examples:\n"
    "  mirador observe coffee moka 6.5\n"
    "  mirador observe coffee --batch log.csv\n"
    "  mirador observe models --batch rounds.csv";

constexpr std::string_view list_about =
    "List the experiments of the store: state, answer, the smallest risk at which that\n"
    "could be decided now, samples, and when they were last heard of.\n";

constexpr std::string_view verify_about =
    "Check that an experiment, or every experiment of the store, is intact: each\n"
    "event carries a checksum of itself and of the event before it. Other commands\n"
    "check what they read and refuse damaged data.\n";

constexpr std::string_view verify_examples =
    "Exit codes: 0 everything is intact, 1 something is damaged (see the output).";

constexpr std::string_view salvage_about =
    "Write the intact part of a damaged experiment, up to the first damaged event,\n"
    "in the format of mirador export. The experiment itself is not changed.\n";

constexpr std::string_view salvage_examples =
    "Example:\n"
    "  mirador salvage coffee -o coffee.jsonl\n"
    "  mirador import coffee.jsonl --name coffee-2";

constexpr std::string_view report_about =
    "Write an experiment as an HTML page that needs no network: verdict, arms and\n"
    "evidence over time. It goes to standard output, or to a file; --format is that of\n"
    "the line which then names the file.\n";

constexpr std::string_view export_about =
    "Write an experiment as JSON lines: its description, then one line per event.\n"
    "Numbers read back exactly. mirador import restores it in any store.\n";

constexpr std::string_view import_about =
    "Restore an experiment from a file that mirador export wrote (- is standard\n"
    "input). A damaged file, or one of another kind, is refused as a whole.\n";

constexpr std::string_view delete_about =
    "Remove an experiment and all its measurements. This cannot be undone; to keep a\n"
    "copy, use mirador export first. Asks before it does so, or takes --yes.\n";

constexpr std::string_view serve_about =
    "Serve the experiments of a store over HTTP: an API with the fields of the commands,\n"
    "described by /openapi.json, and pages that show every change at once. It prints its\n"
    "address and runs until Ctrl-C or SIGTERM. What a client was told is stored.\n"
    "Without --token-file only this machine can connect, and every user of it.\n";

constexpr std::string_view serve_examples =
    "Examples:\n"
    "  mirador serve\n"
    "  mirador serve --listen 0.0.0.0:8321 --token-file tokens --log json\n"
    "  curl -s localhost:8321/v1/experiments/coffee";

constexpr std::string_view token_about =
    "Make a token for a client of mirador serve. The secret is for the client and is\n"
    "shown only once; the line, which has only its hash, is for the token file.\n";

struct HelpText {
  Command command;
  std::string_view about, examples;
};

constexpr HelpText texts[] = {
    {Command::race, race_about, race_examples},
    {Command::gate, gate_about, gate_examples},
    {Command::create, new_about, new_examples},
    {Command::ask, ask_about, ask_examples},
    {Command::tell, tell_about, tell_examples},
    {Command::observe, observe_about, observe_examples},
    {Command::abandon, abandon_about,
     "Examples:\n  mirador abandon coffee 4\n  mirador abandon coffee 5,6,9"},
    {Command::change, change_about, change_examples},
    {Command::note, note_about, "Example:\n  mirador note coffee 'new beans from here on'"},
    {Command::serve, serve_about, serve_examples},
    {Command::token, token_about, "Example:\n  mirador token new phone --role write"},
    {Command::add_arm, add_arm_about,
     "Examples:\n  mirador add-arm coffee aeropress\n  mirador add-arm coffee aeropress,siphon"},
    {Command::retire_arm, retire_arm_about, "Example:\n  mirador retire-arm coffee moka"},
    {Command::tag, tag_about,
     "Examples:\n  mirador tag coffee kitchen,2026\n  mirador tag coffee 2026 --remove\n"
     "  mirador list --tag kitchen"},
    {Command::status, status_about, status_examples},
    {Command::compare, compare_about, compare_examples},
    {Command::list, list_about, ""},
    {Command::verify, verify_about, verify_examples},
    {Command::salvage, salvage_about, salvage_examples},
    {Command::report, report_about, "Example:\n  mirador report coffee -o coffee.html"},
    {Command::save, export_about, "Example:\n  mirador export coffee -o coffee.jsonl"},
    {Command::load, import_about, "Example:\n  mirador import coffee.jsonl --name coffee-2"},
    {Command::rename, rename_about, "Example:\n  mirador rename coffee espresso"},
    {Command::remove, delete_about,
     "Examples:\n  mirador delete coffee\n  mirador delete coffee --yes"},
    {Command::bound, bound_about, bound_examples},
    {Command::sim, sim_about, sim_examples},
    {Command::paper, paper_about, paper_examples},
};

const HelpText& help_text(Command command) {
  return *std::ranges::find(texts, command, &HelpText::command);
}

/// A heading, and one line per choice.
std::string list_of(std::string_view heading, const std::vector<SpecText>& choices) {
  std::string lines = std::string(heading) + ":\n";
  for (const SpecText& choice : choices) {
    std::string line = "  " + std::string(choice.name);
    line.resize(std::max<std::size_t>(line.size() + 2, 16), ' ');
    lines += line + std::string(choice.help) + "\n";
  }
  return lines + "\n";
}

}  // namespace

std::string_view program_about() { return about; }
std::string_view program_examples() { return after_help; }

std::string_view command_about(Command command) { return help_text(command).about; }

std::string command_examples(Command command) {
  std::string lists;
  const bool rules = command == Command::create || command == Command::sim;
  if (rules || command == Command::bound) {
    lists += list_of("Problems", texts_of<QuestionSpec>());
    lists += list_of("Families", texts_of<FamilySpec>());
  }
  if (rules) lists += list_of("Rules", texts_of<SamplingSpec>());
  return lists + std::string(help_text(command).examples);
}

}  // namespace mirador::cli
