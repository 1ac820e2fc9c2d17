#pragma once

#include <curl/curl.h>

namespace mirador::live {

/// The functions of libcurl that are used, under their original names.
struct Libcurl {
  decltype(&::curl_easy_cleanup) curl_easy_cleanup;
  decltype(&::curl_easy_getinfo) curl_easy_getinfo;
  decltype(&::curl_easy_init) curl_easy_init;
  decltype(&::curl_easy_perform) curl_easy_perform;
  decltype(&::curl_easy_reset) curl_easy_reset;
  decltype(&::curl_easy_setopt) curl_easy_setopt;
  decltype(&::curl_easy_strerror) curl_easy_strerror;
  decltype(&::curl_global_init) curl_global_init;
  decltype(&::curl_slist_append) curl_slist_append;
  decltype(&::curl_slist_free_all) curl_slist_free_all;
};

/// libcurl, loaded and initialised by the first call: it loads some thirty libraries (TLS, LDAP,
/// Kerberos), which only stores over HTTP need. It stays loaded until the process ends. Any thread
/// may call this. Throws RunError if the library is missing; a later call tries again.
const Libcurl& libcurl();

}  // namespace mirador::live
