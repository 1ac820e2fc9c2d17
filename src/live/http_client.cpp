#include "http_client.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <utility>

#include "curl_library.hpp"
#include "http_answer.hpp"

namespace mirador::live {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t largest_answer = std::size_t{64} << 20;
constexpr milliseconds first_wait{50}, longest_wait{2'000}, long_wait{1'000};

/// A list of headers.
class Headers {
 public:
  Headers() = default;
  ~Headers() { libcurl().curl_slist_free_all(list_); }
  Headers(const Headers&) = delete;
  Headers& operator=(const Headers&) = delete;

  void add(const std::string& line) {
    curl_slist* const longer = libcurl().curl_slist_append(list_, line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    list_ = longer;
  }
  curl_slist* list() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

/// Nothing may be thrown through libcurl. Another number than the size ends the transfer.
std::size_t take_body(char* data, std::size_t size, std::size_t count, void* to) noexcept {
  auto& body = *static_cast<std::string*>(to);
  const std::size_t bytes = size * count;
  if (bytes > largest_answer - body.size()) return bytes == 0 ? 1 : 0;
  try {
    body.append(data, bytes);
  } catch (const std::exception&) {
    return bytes == 0 ? 1 : 0;
  }
  return bytes;
}

/// Is the service, or a proxy in front of it, out of work for now?
bool is_passing(long status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

/// Could the connection not even be made?
bool is_before_connection(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return true;
    default:
      return false;
  }
}

bool is_about_certificates(CURLcode code) {
  return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
         code == CURLE_SSL_ISSUER_ERROR || code == CURLE_SSL_CERTPROBLEM;
}

/// Unless the service answered before, these do not go away.
bool is_of_wrong_address(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_SSL_CONNECT_ERROR ||
         code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY;
}

/// What went wrong, to follow the address.
std::string trouble(CURLcode code, const std::string& reason) {
  if (code == CURLE_WRITE_ERROR)
    return "gives an answer of more than 64 MiB; is the address right?";
  if (is_about_certificates(code)) {
    return "has a certificate that cannot be verified (" + reason +
           "); install it on this machine, or name its file in SSL_CERT_FILE";
  }
  if (code == CURLE_COULDNT_RESOLVE_HOST) {
    return "cannot be reached: there is no host of this name; check the address";
  }
  if (is_of_wrong_address(code)) return "does not speak HTTP (" + reason + "); check the address";
  if (is_before_connection(code)) {
    return "cannot be reached (" + reason + "); is mirador serve running there?";
  }
  return "does not answer (" + reason + ")";
}

std::string certificates_file() {
  const char* const file = std::getenv("SSL_CERT_FILE");
  return file == nullptr ? std::string() : std::string(file);
}

std::string text_or_nothing(const char* text) { return text == nullptr ? "" : text; }

/// What is known of a request that was answered, at least in part.
HttpAnswer answer_in(void* handle, std::string body) {
  HttpAnswer answer;
  const char *type = nullptr, *location = nullptr;
  curl_off_t retry_after = 0;
  libcurl().curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
  libcurl().curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
  libcurl().curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &location);
  libcurl().curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &retry_after);
  answer.type = text_or_nothing(type);
  answer.location = text_or_nothing(location);
  if (retry_after > 0) answer.retry_after = std::chrono::seconds(retry_after);
  answer.body = std::move(body);
  return answer;
}

}  // namespace

HttpClient::HttpClient(HttpOptions options)
    : options_(std::move(options)), address_(parse_address(options_.url)) {
  validate_token(options_.token);
  open();
}

HttpClient::~HttpClient() { close(); }

void HttpClient::open() {
  if (handle_ != nullptr) return libcurl().curl_easy_reset(handle_);
  handle_ = libcurl().curl_easy_init();
  if (handle_ == nullptr) throw std::bad_alloc();
}

void HttpClient::close() { libcurl().curl_easy_cleanup(std::exchange(handle_, nullptr)); }

HttpAnswer HttpClient::send(const HttpRequest& request) {
  bool may_be_done = false;
  std::optional<Clock::time_point> give_up_at;
  for (int repeat = 0;; ++repeat) {
    Try one = attempt(request);
    if (one.error.empty()) {
      was_answered_ = true;
      is_said_ = is_said_ && is_passing(one.answer.status);
      if (!is_passing(one.answer.status)) {
        one.answer.may_be_repeated = may_be_done;
        return std::move(one.answer);
      }
    }
    may_be_done = may_be_done || one.may_be_done;
    // From the first failure on, so that a silent service too is asked twice.
    if (!give_up_at) give_up_at = Clock::now() + options_.patience;
    if (one.is_final || !wait(repeat, one, *give_up_at)) {
      throw Unanswered(trouble_of(one), may_be_done);
    }
  }
}

bool HttpClient::wait(int repeat, const Try& last, Clock::time_point give_up_at) {
  const auto usual = std::min(longest_wait, first_wait * (1 << std::min(repeat, 10)));
  // Clients that lost their service at one moment do not all return at one moment.
  const auto percent = static_cast<int>(75 + jitter_() % 50);
  milliseconds pause = usual * percent / 100;
  if (last.answer.retry_after) pause = std::max<milliseconds>(pause, *last.answer.retry_after);
  const auto now = Clock::now();
  if (now + pause > give_up_at) return false;
  const bool is_long = now - (give_up_at - options_.patience) > long_wait;
  if (is_long && options_.on_wait && !std::exchange(is_said_, true)) {
    options_.on_wait(trouble_of(last));
  }
  std::this_thread::sleep_for(pause);
  return true;
}

std::string HttpClient::trouble_of(const Try& last) const {
  const std::string what =
      last.error.empty() ? "cannot do its work: " + detail_of(last.answer) : last.error;
  return "store: " + address_.base + " " + what;
}

HttpClient::Try HttpClient::attempt(const HttpRequest& request) {
  Headers headers;
  headers.add("Accept: application/json");
  headers.add("Expect:");  // the service reads a body without being asked
  if (!request.body.empty()) headers.add("Content-Type: application/json");
  if (has_token()) headers.add("Authorization: Bearer " + options_.token);
  if (!request.key.empty()) headers.add("Idempotency-Key: " + request.key);
  if (request.on_new_connection) close();
  open();
  set_up(request, headers.list());
  std::string body;
  libcurl().curl_easy_setopt(handle_, CURLOPT_WRITEFUNCTION, &take_body);
  libcurl().curl_easy_setopt(handle_, CURLOPT_WRITEDATA, &body);
  const CURLcode code = libcurl().curl_easy_perform(handle_);
  return outcome(code, answer_in(handle_, std::move(body)));
}

void HttpClient::set_up(const HttpRequest& request, void* headers) {
  const auto set = [this](CURLoption option, auto value) {
    if (libcurl().curl_easy_setopt(handle_, option, value) != CURLE_OK) throw std::bad_alloc();
  };
  const std::string url = address_.base + request.path;
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_HTTPHEADER, static_cast<curl_slist*>(headers));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connect.count()));
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(options_.silence.count()));
  if (address_.is_loopback) set(CURLOPT_PROXY, "");
  if (const std::string file = certificates_file(); !file.empty()) {
    set(CURLOPT_CAINFO, file.c_str());
  }
  if (request.method == "GET") return;
  // The body must live until the request is done; it does, in the request.
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  set(CURLOPT_POSTFIELDS, request.body.c_str());
  if (request.method != "POST") set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
}

HttpClient::Try HttpClient::outcome(int number, HttpAnswer answer) const {
  const auto code = static_cast<CURLcode>(number);
  Try one{.answer = std::move(answer)};
  if (code == CURLE_OK) {
    // Of these only the service itself says that nothing was done.
    one.may_be_done = is_passing(one.answer.status) && !refused_to_begin(one.answer);
    return one;
  }
  long sent = 0;
  libcurl().curl_easy_getinfo(handle_, CURLINFO_REQUEST_SIZE, &sent);
  one.may_be_done = sent > 0 && !is_before_connection(code);
  one.answer.retry_after.reset();
  const std::string reason = libcurl().curl_easy_strerror(code);
  one.error = trouble(code, reason);
  one.is_final = code == CURLE_WRITE_ERROR || is_about_certificates(code) ||
                 (is_of_wrong_address(code) && !was_answered_);
  return one;
}

}  // namespace mirador::live
