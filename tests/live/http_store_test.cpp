#include "mirador/live/http_store.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "http_peer.hpp"
#include "live/http_answer.hpp"
#include "live/http_client.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/live/json_text.hpp"

/// The client of a service against peers that answer as told: what is tried again, what is not, and
/// what is said then. tests/cli/http_store_test.py has real services.
namespace mirador::testing_support {
namespace {

#define EXPECT_SAYS(message, words) \
  EXPECT_NE(std::string(message).find(words), std::string::npos) << (message)

using namespace std::chrono_literals;
using live::HttpAnswer;
using live::HttpClient;

HttpOptions to(const std::string& url, std::chrono::milliseconds patience = 20s) {
  return {.url = url, .connect = 5s, .silence = 20s, .patience = patience};
}

/// The message of the exception of an action, which must be one line of this type.
template <class Error, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "no error";
  return {};
}

const std::string none = "{\"experiments\":[]}";
const std::string page =
    R"({"identity":7,"spec":{"mirador_spec":2},"arms":["a","b"],"after":0,"events":[)"
    R"({"event":"asked","ticket":1,"arm":"b"},{"event":"told","ticket":1,"value":0.5}],"more":false})";

std::string key_in(const std::string& request) {
  const std::size_t at = request.find("Idempotency-Key: ");
  return at == request.npos ? "" : request.substr(at, request.find('\r', at) - at);
}

TEST(HttpClient, TriesAgainUnderTheSameKeyUntilThereIsAnAnswer) {
  HttpPeer peer({"", problem("503 Busy", R"("detail":"busy")", "Retry-After: 1\r\n"),
                 http("502 Bad Gateway", "gone"), problem("429 Many", ""), http("200 OK", "done"),
                 http("200 OK", "again")});
  HttpClient client(to(peer.url()));
  const HttpAnswer answer = client.send({"POST", "/a", "{}", "key1"});
  EXPECT_EQ(answer.body, "done");
  EXPECT_TRUE(answer.may_be_repeated);
  const auto requests = peer.requests();
  ASSERT_EQ(requests.size(), 5u);
  for (const std::string& request : requests) {
    EXPECT_TRUE(request.starts_with("POST /a HTTP/1.1\r\n"));
    EXPECT_TRUE(request.ends_with("\r\n\r\n{}"));
    EXPECT_EQ(key_in(request), "Idempotency-Key: key1");
    EXPECT_EQ(request.find("Expect"), request.npos);
  }
  EXPECT_FALSE(client.send({.path = "/b"}).may_be_repeated);
}

TEST(HttpClient, SaysOnceWhatItWaitsFor) {
  HttpPeer peer({problem("503 B", R"("detail":"full")", "Retry-After: 1\r\n"),
                 problem("503 B", R"("detail":"full")", "Retry-After: 1\r\n"),
                 problem("503 B", R"("detail":"full")"), http("200 OK", "")});
  std::vector<std::string> said;
  HttpOptions options = to(peer.url());
  options.on_wait = [&](const std::string& trouble) { said.push_back(trouble); };
  HttpClient(options).send({.path = "/"});
  EXPECT_EQ(said, std::vector{"store: " + peer.url() + " cannot do its work: full"});
}

TEST(HttpClient, KnowsWhetherATryMayHaveBeenDone) {
  HttpPeer peer({problem("503 Busy", R"("detail":"busy")"), http("200 OK", "")});
  EXPECT_FALSE(HttpClient(to(peer.url())).send({"DELETE", "/a"}).may_be_repeated);
  HttpPeer unsure({problem("503 Busy", R"("detail":"outcome unknown: x")"), http("200 OK", "")});
  EXPECT_TRUE(HttpClient(to(unsure.url())).send({"DELETE", "/a"}).may_be_repeated);
  HttpPeer cut({"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nhalf", ""});
  try {
    HttpClient(to(cut.url(), 200ms)).send({"POST", "/a", "{}"});
    FAIL();
  } catch (const live::Unanswered& error) {
    EXPECT_TRUE(error.may_be_done);
    EXPECT_SAYS(error.what(), cut.url());
  }
  try {
    HttpClient(to("http://127.0.0.1:1", 200ms)).send({"POST", "/a", "{}"});
    FAIL();
  } catch (const live::Unanswered& error) {
    EXPECT_FALSE(error.may_be_done);
    EXPECT_SAYS(error.what(), "http://127.0.0.1:1 cannot be reached");
  }
}

TEST(HttpClient, GivesUpAtOnceWhereAnotherTryDoesNotHelp) {
  const auto complaint_about = [](const std::string& url) {
    HttpClient client(to(url, 1h));
    return message_of<ServiceUnreachable>([&] { client.send({.path = "/"}); });
  };
  HttpPeer other({"SSH-2.0-OpenSSH_9.2\r\n"});
  EXPECT_SAYS(complaint_about(other.url()), "does not speak HTTP");
  HttpPeer large({"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n" +
                  std::string((std::size_t{64} << 20) + 1, 'x')});
  EXPECT_SAYS(complaint_about(large.url()), "more than 64 MiB");
  EXPECT_SAYS(complaint_about("http://no-such-host.invalid"), "no host of this name");
}

TEST(HttpStore, AddressesAndTokens) {
  for (const char* url :
       {"http://user:secret@host", "http://host:80/?password=secret", "http://host#secret",
        "http://host/secret@x", "http://", "http://:80", "http://host:0", "http://host:99999",
        "http://host:secret", "http://ho st", "http://host/a\"secret", "http://[::1", "ftp://host",
        "secret@http://host", "host", ""}) {
    const std::string said = message_of<InputError>([&] { open_http({.url = url}); });
    EXPECT_SAYS(said, "store: the address of the service") << url;
    EXPECT_EQ(said.find("secret"), said.npos) << url;
  }
  for (const char* url : {"http://host", "https://host.example:8321/lab/", "http://[::1]:8321"}) {
    EXPECT_NO_THROW(open_http({.url = url})) << url;
  }
  const std::string said =
      message_of<InputError>([] { open_http({.url = "http://host", .token = "a secret\n"}); });
  EXPECT_SAYS(said, "MIRADOR_TOKEN");
  EXPECT_EQ(said.find("secret\n"), said.npos);
  HttpPeer peer({http("200 OK", none)});
  open_http({.url = peer.url() + "/lab/", .token = "abc"})->list();
  EXPECT_TRUE(peer.requests()[0].starts_with("GET /lab/v1/experiments HTTP/1.1\r\n"));
  EXPECT_SAYS(peer.requests()[0], "\r\nAuthorization: Bearer abc\r\n");
  EXPECT_SAYS(message_of<InputError>([] { open_store("http://127.0.0.1:1"); }),
              "address of a service");
  EXPECT_SAYS(message_of<InputError>([] { open_store("localhost:8321"); }), "http://HOST:PORT");
}

TEST(HttpStore, ProblemsAreTheErrorsOfTheLibrary) {
  const auto said = [](const std::string& answer, auto error) {
    HttpPeer peer({answer});
    const auto store = open_http({.url = peer.url()});
    return message_of<typename decltype(error)::type>([&] { store->list(); });
  };
  const auto of = []<class Error>(Error*) { return std::type_identity<Error>(); };
  EXPECT_EQ(said(problem("404 N", R"("field":"name","detail":"none")"), of((NotFound*)nullptr)),
            "name: none");
  EXPECT_EQ(said(problem("409 N", R"("field":"name","detail":"used")"), of((NameTaken*)nullptr)),
            "name: used");
  EXPECT_EQ(said(problem("409 N", R"("field":"ticket","detail":"told")"), of((Conflict*)nullptr)),
            "ticket: told");
  EXPECT_EQ(said(problem("422 N", R"("field":"value","detail":"nan")"), of((InputError*)nullptr)),
            "value: nan");
  EXPECT_EQ(said(problem("422 N", R"("field":"value","detail":"number 3: nan","index":2)"),
                 of((ReadingError*)nullptr)),
            "reading 3: value: nan");
  EXPECT_EQ(said(problem("422 N", R"("field":"Idempotency-Key","detail":"long")"),
                 of((InputError*)nullptr)),
            "request: long");
  EXPECT_SAYS(said(problem("401 N", ""), of((InputError*)nullptr)), "token: ");
  EXPECT_SAYS(
      said(problem("403 N", R"("detail":"the token eva may only read")"), of((InputError*)nullptr)),
      "token: the token eva may only read; set MIRADOR_TOKEN");
  EXPECT_SAYS(
      said(problem("403 N", R"("detail":"this service is read-only")"), of((InputError*)nullptr)),
      "store: http");
  EXPECT_SAYS(said(http("413 N", ""), of((InputError*)nullptr)), "less at a time");
  EXPECT_SAYS(said(problem("500 N", R"("detail":"damaged")"), of((RunError*)nullptr)),
              "reports: damaged");
  EXPECT_SAYS(said(http("404 N", "<html>"), of((RunError*)nullptr)),
              "is it the address of mirador serve?");
  EXPECT_SAYS(said(http("301 N", "", "Location: http://other/\r\n"), of((RunError*)nullptr)),
              "http://other/");
}

TEST(HttpStore, AnswersOfAnotherProgramAreRunErrors) {
  for (const std::string& body :
       {std::string("<html>"), std::string("[]"), std::string("{}"), std::string(),
        std::string(200, '['), std::string(R"({"experiments":[1]})"),
        std::string(R"({"experiments":[{"name":1}]})"), std::string(R"({"experiments":{}})")}) {
    EXPECT_SAYS(message_of<RunError>([&] { live::listings_in(body); }),
                "is it the address of mirador")
        << body;
    EXPECT_SAYS(message_of<RunError>([&] { live::made_in(body); }), "is it the address of mirador");
  }
  EXPECT_NO_THROW(live::log_page_in(page));
  for (const auto& [part, other] : std::vector<std::pair<std::string, std::string>>{
           {"\"b\"],", "7],"},
           {"0.5", "\"0.5\""},
           {"7", "-7"},
           {"false", "0"},
           {"told", "heard"},
           {"{\"mirador_spec\":2}", "2"},
           {"\"b\"}", "\"c\"}"},
           {"\"arms\":[\"a\",\"b\"]", "\"arms\":[]"}}) {
    std::string text = page;
    text.replace(text.find(part), part.size(), other);
    EXPECT_SAYS(message_of<RunError>([&] { live::log_page_in(text); }),
                "is it the address of mirador")
        << text;
  }
}

TEST(HttpStore, ALogIsReadPageByPage) {
  const auto part = [](int first, int last, const char* more) {
    std::string events;
    for (int i = first; i <= last; ++i) {
      events += (i > first ? "," : "") + std::string(R"({"event":"asked","ticket":)") +
                std::to_string(i) + R"(,"arm":"a"})";
    }
    return http("200 OK", R"({"identity":7,"spec":{},"arms":["a"],"after":)" +
                              std::to_string(first - 1) + R"(,"events":[)" + events +
                              R"(],"more":)" + more + "}");
  };
  HttpPeer peer({part(1, 2, "true"), part(3, 4, "true"), part(5, 5, "false"), part(6, 6, "false")});
  const auto store = open_http({.url = peer.url()});
  std::vector<Event> events;
  const auto take = [&](const Event& event) { events.push_back(event); };
  store->read("a/b ü", 0, take);
  EXPECT_EQ(store->identity("a/b ü"), 7u);  // that of the log that was read
  EXPECT_EQ(events.size(), 5u);
  // A look at the identity brings the news with it.
  EXPECT_EQ(store->identity("a/b ü"), 7u);
  store->read("a/b ü", 5, take);
  EXPECT_EQ(events.size(), 6u);
  EXPECT_EQ(ticket_of(events.back()), 6u);
  const auto requests = peer.requests();
  ASSERT_EQ(requests.size(), 4u);
  EXPECT_TRUE(requests[0].starts_with("GET /v1/experiments/a%2Fb%20%C3%BC/log?after=0 "));
  EXPECT_TRUE(requests[3].starts_with("GET /v1/experiments/a%2Fb%20%C3%BC/log?after=5 "));
}

TEST(HttpStore, ADeletionAndARenamingThatAreFoundDoneAreDone) {
  const std::string gone = problem("404 N", R"("field":"name","detail":"none")");
  HttpPeer peer({"", gone, gone});
  const auto store = open_http({.url = peer.url()});
  EXPECT_NO_THROW(store->remove("x"));
  EXPECT_THROW(store->remove("x"), NotFound);
  HttpPeer other({http("200 OK", page), "", gone, http("200 OK", page)});
  EXPECT_NO_THROW(open_http({.url = other.url()})->rename("x", "y"));
  HttpPeer another({http("200 OK", page), gone});
  EXPECT_THROW(open_http({.url = another.url()})->rename("x", "y"), NotFound);
}

TEST(HttpStore, ARepeatedCreationKnowsItsOwn) {
  const ExperimentSpec spec{.arms = {"a", "b"}, .family = BernoulliSpec{}};
  const std::string taken = problem("409 N", R"("field":"name","detail":"taken")");
  const auto log = [&](const ExperimentSpec& of, const std::string& events) {
    return http("200 OK", R"({"identity":7,"spec":)" + to_json(of) +
                              R"(,"arms":["a","b"],"after":0,"events":[)" + events +
                              R"(],"more":false})");
  };
  const std::string tag = R"({"event":"tagged","tag":"t"})";
  const std::vector<Event> events{Tagged{"t"}};
  ExperimentSpec other = spec;
  other.seed = 2;
  const auto create = [&](std::vector<std::string> answers) {
    HttpPeer peer(std::move(answers));
    open_http({.url = peer.url()})->create("x", to_json(spec), events);
  };
  EXPECT_NO_THROW(
      create({"", taken, log(spec, tag + R"(,{"event":"asked","ticket":1,"arm":"a"})")}));
  EXPECT_THROW(create({taken}), NameTaken);
  EXPECT_THROW(create({"", taken, log(other, tag)}), NameTaken);
  EXPECT_THROW(create({"", taken, log(spec, "")}), NameTaken);
}

}  // namespace
}  // namespace mirador::testing_support
