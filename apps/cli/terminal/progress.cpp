#include "terminal/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "terminal/screen.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
std::string progress_line(const BarState& bar) {
  constexpr std::size_t widest_bar = 24, narrowest_bar = 8;
  const std::size_t room = bar.columns - 1;  // some terminals wrap after the last column
  const double share = bar.done / bar.total;
  const std::string left =
      bar.done > 0.0 ? duration_text(bar.seconds * (1.0 / share - 1.0)) + " left" : "";
  const std::string percent = fmt::format("{:3.0f} %  ", 100.0 * share);
  std::string text = fmt::format("{}{}  {}", percent, bar.label, left);
  constexpr std::size_t frame = 3;  // width of the frame of the bar
  if (text.size() + frame + narrowest_bar > room) text = percent + left;
  if (text.size() + frame + narrowest_bar > room) return text.substr(0, room);
  const std::size_t width = std::min(widest_bar, room - frame - text.size());
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
  return fmt::format("[{}{}] {}", std::string(filled, '#'), std::string(width - filled, '.'), text);
}

ProgressBar::ProgressBar(double total) : total_(total), live_(is_live_terminal(stderr)) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

bool ProgressBar::worth_showing(double seconds, double done) const {
  if (drawn_ || seconds > 2.0) return true;
  return seconds > 0.3 && done > 0.0 && seconds * total_ / done > 1.0;
}

void ProgressBar::show(double done, const std::string& label) {
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (!live_ || !worth_showing(seconds, done)) return;
  const std::string line = progress_line({.label = label,
                                          .done = done,
                                          .total = total_,
                                          .seconds = seconds,
                                          .columns = screen_of(stderr).columns});
  std::fputs(("\r" + line + "\x1b[K").c_str(), stderr);  // a closed terminal is not an error
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace mirador::cli
