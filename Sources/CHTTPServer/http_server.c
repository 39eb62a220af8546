#include "http_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include <microhttpd.h>

/// A connection that has sent no allowed request yet.
typedef struct Stranger {
  struct Stranger *previous, *next;
  int socket;
  struct timespec since;
  bool is_listed;
} Stranger;

typedef struct {
  struct MHD_Daemon *daemon;
  /// Guards the strangers, from the oldest to the newest.
  pthread_mutex_t lock;
  pthread_cond_t arrival;
  Stranger *oldest, *newest;
  unsigned strangers;
  unsigned max_strangers;
  unsigned timeout;
  HTTPCheck check;
  HTTPHandler handler;
  void *context;
  size_t max_body;
} HTTPServer;

static void unlist(HTTPServer *server, Stranger *stranger) {
  if (!stranger->is_listed) return;
  *(stranger->previous ? &stranger->previous->next : &server->oldest) = stranger->next;
  *(stranger->next ? &stranger->next->previous : &server->newest) = stranger->previous;
  stranger->is_listed = false;
  server->strangers -= 1;
}

/// Ends a connection; the server's thread closes it. The lock is held, so that its socket is still its own.
static void turn_away(HTTPServer *server, Stranger *stranger) {
  shutdown(stranger->socket, SHUT_RDWR);
  unlist(server, stranger);
}

static void noted(void *context, struct MHD_Connection *connection, void **state,
                  enum MHD_ConnectionNotificationCode code) {
  HTTPServer *server = context;
  Stranger *stranger = *state;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (!stranger) return;
    *state = NULL;
    pthread_mutex_lock(&server->lock);
    unlist(server, stranger);
    pthread_mutex_unlock(&server->lock);
    free(stranger);
    return;
  }
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  stranger = info ? calloc(1, sizeof *stranger) : NULL;
  if (!stranger) return;
  *state = stranger;
  stranger->socket = info->connect_fd;
  clock_gettime(CLOCK_MONOTONIC, &stranger->since);
  pthread_mutex_lock(&server->lock);
  if (server->strangers >= server->max_strangers) turn_away(server, server->oldest);
  stranger->previous = server->newest;
  *(server->newest ? &server->newest->next : &server->oldest) = stranger;
  server->newest = stranger;
  stranger->is_listed = true;
  server->strangers += 1;
  pthread_cond_signal(&server->arrival);
  pthread_mutex_unlock(&server->lock);
}

/// Turns strangers away that take too long, on a thread of its own.
static void *watch(void *context) {
  HTTPServer *server = context;
  pthread_mutex_lock(&server->lock);
  while (true) {
    while (!server->oldest) pthread_cond_wait(&server->arrival, &server->lock);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - server->oldest->since.tv_sec > (time_t)server->timeout) {
      turn_away(server, server->oldest);
      continue;
    }
    pthread_mutex_unlock(&server->lock);
    struct timespec second = {1, 0};
    nanosleep(&second, NULL);
    pthread_mutex_lock(&server->lock);
  }
  return NULL;
}

/// A connection's request was allowed.
static void trust(HTTPServer *server, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  if (!info || !info->socket_context) return;
  pthread_mutex_lock(&server->lock);
  unlist(server, info->socket_context);
  pthread_mutex_unlock(&server->lock);
}

struct HTTPRequest {
  struct MHD_Connection *connection;
  char *method;
  char *path;
  uint8_t *body;
  size_t body_count;
  size_t body_capacity;
  bool is_handled;

  /// Guards what follows.
  pthread_mutex_t lock;
  bool is_suspended;
  struct MHD_Response *response;
  unsigned status;
  /// The part of a stream that is not yet sent.
  uint8_t *waiting;
  size_t waiting_count;
  size_t waiting_capacity;
  bool is_closed;
  /// The server, and of a stream its sender.
  int owners;
};

static void release(HTTPRequest *request) {
  pthread_mutex_lock(&request->lock);
  bool is_last = --request->owners == 0;
  pthread_mutex_unlock(&request->lock);
  if (!is_last) return;
  pthread_mutex_destroy(&request->lock);
  free(request->method);
  free(request->path);
  free(request->body);
  free(request->waiting);
  free(request);
}

/// Appends to a growing block; false where memory runs out.
static bool append(uint8_t **block, size_t *used, size_t *capacity, const void *bytes, size_t count) {
  if (*used + count > *capacity) {
    size_t wanted = (*used + count) * 2;
    uint8_t *grown = realloc(*block, wanted);
    if (!grown) return false;
    *block = grown;
    *capacity = wanted;
  }
  memcpy(*block + *used, bytes, count);
  *used += count;
  return true;
}

static enum MHD_Result answer_empty(struct MHD_Connection *connection, unsigned status) {
  struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  enum MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result receive(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *bytes, size_t *count, void **state) {
  (void)version;
  HTTPServer *server = context;
  HTTPRequest *request = *state;
  if (!request) {
    request = calloc(1, sizeof *request);
    if (!request) return MHD_NO;
    pthread_mutex_init(&request->lock, NULL);
    request->connection = connection;
    request->method = strdup(method);
    request->path = strdup(url);
    request->owners = 1;
    *state = request;
    if (!request->method || !request->path) return MHD_NO;
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    // Before anything of the body is taken.
    HTTPVerdict verdict = server->check(server->context, request);
    if (verdict == HTTP_REFUSED) return answer_empty(connection, MHD_HTTP_FORBIDDEN);
    if (verdict == HTTP_TRUSTED) trust(server, connection);
    bool is_too_large = length && strtoull(length, NULL, 10) > server->max_body;
    return is_too_large ? answer_empty(connection, MHD_HTTP_CONTENT_TOO_LARGE) : MHD_YES;
  }
  if (*count > 0) {
    if (request->body_count + *count > server->max_body ||
        !append(&request->body, &request->body_count, &request->body_capacity, bytes, *count)) {
      return MHD_NO;
    }
    *count = 0;
    return MHD_YES;
  }
  if (!request->is_handled) {
    request->is_handled = true;
    server->handler(server->context, request);
  }
  pthread_mutex_lock(&request->lock);
  struct MHD_Response *response = request->response;
  request->response = NULL;
  if (!response && !request->is_suspended) {
    request->is_suspended = true;
    MHD_suspend_connection(connection);
  }
  pthread_mutex_unlock(&request->lock);
  if (!response) return MHD_YES;
  enum MHD_Result result = MHD_queue_response(connection, request->status, response);
  MHD_destroy_response(response);
  return result;
}

static void completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  HTTPRequest *request = *state;
  if (!request) return;
  *state = NULL;
  pthread_mutex_lock(&request->lock);
  request->is_closed = true;
  struct MHD_Response *response = request->response;
  request->response = NULL;
  pthread_mutex_unlock(&request->lock);
  // Releases the request of a stream.
  if (response) MHD_destroy_response(response);
  release(request);
}

bool http_server_has_tls(void) { return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES; }

bool http_server_start(int socket, unsigned max_connections, unsigned timeout, size_t max_body, const char *certificate,
                       const char *key, HTTPCheck check, HTTPHandler handler, void *context) {
  HTTPServer *server = calloc(1, sizeof *server);
  if (!server) return false;
  server->check = check;
  server->handler = handler;
  server->context = context;
  server->max_body = max_body;
  server->timeout = timeout;
  server->max_strangers = max_connections / 4 ? max_connections / 4 : 1;
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->arrival, NULL);
  bool is_encrypted = certificate && key;
  struct MHD_OptionItem encryption[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, is_encrypted ? strdup(certificate) : NULL},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, is_encrypted ? strdup(key) : NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  if (!is_encrypted) encryption[0].option = MHD_OPTION_END;
  server->daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_encrypted ? MHD_USE_TLS : 0), 0, NULL, NULL,
      receive, server, MHD_OPTION_ARRAY, encryption,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, max_connections, MHD_OPTION_CONNECTION_TIMEOUT,
      timeout, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, noted, server,
      MHD_OPTION_END);
  bool is_running = server->daemon != NULL;
  pthread_t watcher;
  if (is_running && pthread_create(&watcher, NULL, watch, server) == 0) pthread_detach(watcher);
  if (!is_running) free(server);
  return is_running;
}

const char *http_request_method(const HTTPRequest *request) { return request->method; }

const char *http_request_path(const HTTPRequest *request) { return request->path; }

const char *http_request_query(const HTTPRequest *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_request_header(const HTTPRequest *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *http_request_cookie(const HTTPRequest *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_COOKIE_KIND, name);
}

void http_request_client(const HTTPRequest *request, char *text, size_t size) {
  text[0] = 0;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr) return;
  const struct sockaddr *address = info->client_addr;
  const void *bytes = address->sa_family == AF_INET    ? (const void *)&((const struct sockaddr_in *)address)->sin_addr
                      : address->sa_family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
                                                       : NULL;
  if (!bytes || !inet_ntop(address->sa_family, bytes, text, (socklen_t)size)) text[0] = 0;
}

const uint8_t *http_request_body(const HTTPRequest *request, size_t *count) {
  *count = request->body_count;
  return request->body;
}

bool http_request_is_open(const HTTPRequest *request) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (!info) return false;
  char byte;
  ssize_t count = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

/// Hands a response over, and lets the connection go on.
static void respond(HTTPRequest *request, unsigned status, struct MHD_Response *response,
                    const char *const headers[]) {
  if (!response) {
    response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    status = MHD_HTTP_INTERNAL_SERVER_ERROR;
  }
  for (size_t i = 0; headers[i]; i += 2) MHD_add_response_header(response, headers[i], headers[i + 1]);
  pthread_mutex_lock(&request->lock);
  request->response = response;
  request->status = status;
  if (request->is_suspended) {
    request->is_suspended = false;
    MHD_resume_connection(request->connection);
  }
  pthread_mutex_unlock(&request->lock);
}

void http_request_answer(HTTPRequest *request, unsigned status, const char *const headers[], const void *bytes,
                         size_t count) {
  respond(request, status, MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY), headers);
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t size) {
  (void)position;
  HTTPRequest *request = context;
  pthread_mutex_lock(&request->lock);
  size_t count = request->waiting_count < size ? request->waiting_count : size;
  if (count > 0) {
    memcpy(buffer, request->waiting, count);
    memmove(request->waiting, request->waiting + count, request->waiting_count - count);
    request->waiting_count -= count;
  } else if (!request->is_suspended) {
    request->is_suspended = true;
    MHD_suspend_connection(request->connection);
  }
  pthread_mutex_unlock(&request->lock);
  return (ssize_t)count;
}

static void end_stream(void *context) { release(context); }

void http_request_stream(HTTPRequest *request, const char *const headers[]) {
  struct MHD_Response *response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 14, read_stream, request, end_stream);
  pthread_mutex_lock(&request->lock);
  // The server, the sender, and the response if there is one.
  request->owners += response ? 2 : 1;
  pthread_mutex_unlock(&request->lock);
  respond(request, MHD_HTTP_OK, response, headers);
}

bool http_request_send(HTTPRequest *request, const void *bytes, size_t count) {
  pthread_mutex_lock(&request->lock);
  bool is_open = !request->is_closed &&
                 append(&request->waiting, &request->waiting_count, &request->waiting_capacity, bytes, count);
  if (is_open && request->is_suspended) {
    request->is_suspended = false;
    MHD_resume_connection(request->connection);
  }
  pthread_mutex_unlock(&request->lock);
  if (!is_open) release(request);
  return is_open;
}
