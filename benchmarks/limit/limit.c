/* The limit: a loop that sends the same GET again whenever anything comes back, and reads nothing of it. No generator on
   as many threads that counts, checks and times its responses can cost less. Prints RPS and microseconds of processor
   time per request.

   Usage: limit <threads> <port> <path> <connections> <seconds> */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 64

struct worker {
    pthread_t thread;
    int epoll;
    long count;
};

static char request[1024];
static int request_length;
static double end;

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void *run(void *argument) {
    struct worker *worker = argument;
    struct epoll_event events[512];
    char response[16384];
    long count = 0;
    while (now(CLOCK_MONOTONIC) < end) {
        int n = epoll_wait(worker->epoll, events, 512, 10);
        for (int i = 0; i < n; i++) {
            int s = events[i].data.fd;
            if (recv(s, response, sizeof response, 0) > 0) {
                count++;
                send(s, request, request_length, MSG_NOSIGNAL);
            }
        }
    }

    worker->count = count;
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: limit <threads> <port> <path> <connections> <seconds>\n");
        return 2;
    }

    int threads = atoi(argv[1]), port = atoi(argv[2]), connections = atoi(argv[4]);
    if (threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "threads: 1 to %d\n", MOST_THREADS);
        return 2;
    }

    static struct worker workers[MOST_THREADS];
    request_length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", argv[3], port);
    for (int i = 0; i < threads; i++) {
        workers[i].epoll = epoll_create1(0);
    }

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int i = 0; i < connections; i++) {
        int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(s, (struct sockaddr *)&address, sizeof address) < 0) {
            perror("connect");
            return 1;
        }

        fcntl(s, F_SETFL, O_NONBLOCK);
        struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.fd = s};
        epoll_ctl(workers[i % threads].epoll, EPOLL_CTL_ADD, s, &e);
        send(s, request, request_length, MSG_NOSIGNAL);
    }

    double begun = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    end = begun + atof(argv[5]);
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i]) != 0) {
            perror("pthread_create");
            return 1;
        }
    }

    long count = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(workers[i].thread, NULL);
        count += workers[i].count;
    }

    double elapsed = now(CLOCK_MONOTONIC) - begun;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%.1f %.3f\n", count / elapsed, cpu / count * 1e6);
    return 0;
}
