#include "http/request_reader.hpp"

#include <algorithm>

namespace mirador::http {
namespace {

/// Where the first line is that does not end in CRLF, or that continues the one before it. Bytes
/// before `from` were looked at.
std::size_t first_bad_line(std::string_view text, std::size_t from, std::size_t end) {
  for (std::size_t at = from; (at = text.find('\n', at)) < end; ++at) {
    if (at == 0 || text[at - 1] != '\r') return at;
    if (at + 1 < end && (text[at + 1] == ' ' || text[at + 1] == '\t')) return at;
  }
  return std::string_view::npos;
}

constexpr std::string_view line_end = "\r\n", header_end = "\r\n\r\n", shortest_end = "0\r\n\r\n";

}  // namespace

RequestReader::RequestReader(const Limits& limits) : limits_(limits) {
  parser_.emplace(limits_, request_);
}

RequestReader::State RequestReader::take(std::string_view bytes) {
  pending_.append(bytes);
  return advance();
}

RequestReader::State RequestReader::next() {
  request_ = {};
  parser_.emplace(limits_, request_);
  if (pending_.empty()) pending_.shrink_to_fit();
  scanned_ = 0;
  skipped_line_ = false;
  state_ = State::empty;
  return advance();
}

bool RequestReader::awaits_continue() const {
  return state_ == State::body && parser_->awaits_continue() && pending_.empty() &&
         request_.body.empty();
}

RequestReader::State RequestReader::advance() {
  if (state_ == State::empty) {
    // One empty line before a request is allowed: some clients send it after a body.
    if (!skipped_line_ && pending_ == "\r") return state_;
    if (!skipped_line_ && pending_.starts_with(line_end)) {
      pending_.erase(0, line_end.size());
      skipped_line_ = true;
    }
    if (pending_.empty()) return state_;
    state_ = State::header;
  }
  if (state_ == State::header) read_header();
  if (state_ == State::body) read_body();
  return state_;
}

RequestReader::State RequestReader::read_header() {
  const char first = pending_.front();
  if (first < 'A' || first > 'Z') {
    return refuse({400, "this is not HTTP/1.1; a request begins with a method such as GET"});
  }
  const std::size_t found = pending_.find(header_end, scanned_);
  const bool is_whole = found != std::string::npos;
  const std::size_t end = is_whole ? found + header_end.size() : pending_.size();
  if (first_bad_line(pending_, scanned_, end) != std::string_view::npos) {
    return refuse({400, "a line of the header does not end in CRLF, or is folded"});
  }
  if (end > limits_.header) {
    return refuse({431, "the headers are too large; send at most " +
                            std::to_string(limits_.header) + " bytes"});
  }
  if (!is_whole) {
    scanned_ = std::max<std::size_t>(pending_.size(), 3) - 3;
    return state_;
  }
  std::string_view header(pending_.data(), end);
  parser_->read(header);
  pending_.erase(0, end);
  if (parser_->refusal()) return refuse(*parser_->refusal());
  if (!parser_->has_header()) return refuse({400, "this is not HTTP/1.1"});
  return state_ = parser_->is_done() ? State::complete : State::body;
}

RequestReader::State RequestReader::read_body() {
  // Boost.Beast 1.81 asserts that it is given the whole end of a chunked body at once, or more.
  if (parser_->chunked() && pending_.size() < shortest_end.size()) return state_;
  std::string_view rest = pending_;
  parser_->read(rest);
  pending_.erase(0, pending_.size() - rest.size());
  if (parser_->refusal()) return refuse(*parser_->refusal());
  if (parser_->is_done()) return state_ = State::complete;
  if (pending_.size() > limits_.header) {
    return refuse({400, "the line of a chunk, or what follows the last one, is too long"});
  }
  return state_;
}

RequestReader::State RequestReader::refuse(Refusal refusal) {
  refusal_ = std::move(refusal);
  request_.body = {};
  pending_ = {};
  return state_ = State::refused;
}

}  // namespace mirador::http
