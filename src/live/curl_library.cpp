#include "curl_library.hpp"

#include <dlfcn.h>

#include <string>

#include "mirador/core/error.hpp"

namespace mirador::live {
namespace {

constexpr const char* file_name = "libcurl.so.4";
// The same library with another TLS.
constexpr const char* other_name = "libcurl-gnutls.so.4";

[[noreturn]] void refuse(const std::string& reason) {
  throw RunError("store: cannot load libcurl (" + reason +
                 "); install the package libcurl4, or use a file as the store");
}

std::string last_error() {
  const char* const reason = dlerror();
  return reason == nullptr ? file_name : reason;
}

/// A function of the library, converted to the type it is assigned to.
class CurlSymbol {
 public:
  explicit CurlSymbol(void* address) : address_(address) {}
  template <class Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(address_);
  }

 private:
  void* address_;
};

CurlSymbol find(void* library, const char* name) {
  void* const address = dlsym(library, name);
  if (address == nullptr) refuse(last_error());
  return CurlSymbol(address);
}

void* open_library() {
  constexpr int how = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
  if (void* const library = dlopen(file_name, how)) return library;
  const std::string reason = last_error();
  void* const other = dlopen(other_name, how);
  if (other == nullptr) refuse(reason);
  return other;
}

Libcurl load_curl() {
  void* const library = open_library();
  const Libcurl functions{
      .curl_easy_cleanup = find(library, "curl_easy_cleanup"),
      .curl_easy_getinfo = find(library, "curl_easy_getinfo"),
      .curl_easy_init = find(library, "curl_easy_init"),
      .curl_easy_perform = find(library, "curl_easy_perform"),
      .curl_easy_reset = find(library, "curl_easy_reset"),
      .curl_easy_setopt = find(library, "curl_easy_setopt"),
      .curl_easy_strerror = find(library, "curl_easy_strerror"),
      .curl_global_init = find(library, "curl_global_init"),
      .curl_slist_append = find(library, "curl_slist_append"),
      .curl_slist_free_all = find(library, "curl_slist_free_all"),
  };
  if (functions.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) refuse("it does not start");
  return functions;
}

}  // namespace

const Libcurl& libcurl() {
  static const Libcurl functions = load_curl();
  return functions;
}

}  // namespace mirador::live
