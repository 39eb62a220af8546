#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One request, from its complete arrival until it is answered and sent, or its connection is closed.
typedef struct HTTPRequest HTTPRequest;

/// Called on the server's thread with each complete request, which must be answered or rejected once, now or later, from
/// any thread.
typedef void (*HTTPHandler)(void *context, HTTPRequest *request);

/// The fate of a request: it is answered with 403, or handled; only a trusted one shows that its connection is no stranger's.
typedef enum { HTTP_REFUSED, HTTP_HANDLED, HTTP_TRUSTED } HTTPVerdict;

/// Called on the server's thread once a request's headers are there, before its body is taken.
typedef HTTPVerdict (*HTTPCheck)(void *context, const HTTPRequest *request);

/// True where the server can encrypt.
bool http_server_has_tls(void);

/// Starts a server of HTTP/1.1 on a listening socket, on one thread of its own, until the process ends; false where that
/// fails. With a certificate and its key, both as PEM, it is one of HTTPS; without they are NULL.
///
/// Connections that sent no trusted request within `timeout` seconds are closed, and the oldest of them once they are a
/// quarter of `max_connections`, so that others get in. Connections that neither send nor take anything for `timeout` seconds are closed, as are those with bodies above
/// `max_body` bytes.
bool http_server_start(int socket, unsigned max_connections, unsigned timeout, size_t max_body, const char *certificate,
                       const char *key, HTTPCheck check, HTTPHandler handler, void *context);

const char *http_request_method(const HTTPRequest *request);
/// Without the query, and decoded.
const char *http_request_path(const HTTPRequest *request);
/// A value of the query, decoded; NULL where there is none.
const char *http_request_query(const HTTPRequest *request, const char *name);
/// NULL where there is none.
const char *http_request_header(const HTTPRequest *request, const char *name);
/// NULL where there is none.
const char *http_request_cookie(const HTTPRequest *request, const char *name);
/// Writes the other side's address, without its port, as text; empty where it is not known.
void http_request_client(const HTTPRequest *request, char *text, size_t size);
const uint8_t *http_request_body(const HTTPRequest *request, size_t *count);
/// True if the other side has not closed the connection.
bool http_request_is_open(const HTTPRequest *request);

/// Answers with bytes, which are copied. `headers` is a list of names and values that ends with NULL.
void http_request_answer(HTTPRequest *request, unsigned status, const char *const headers[], const void *bytes,
                         size_t count);

/// Answers with a stream of bytes without an end, which `http_request_send` gives.
void http_request_stream(HTTPRequest *request, const char *const headers[]);

/// Appends bytes to a stream, from any thread; false once its connection is closed, when the request is freed and must not
/// be used again.
bool http_request_send(HTTPRequest *request, const void *bytes, size_t count);
