/* The limit: a loop that sends the same GET again whenever anything comes back, and reads nothing of it. No generator on
   one thread that counts, checks and times its responses can cost less. Prints requests a second and microseconds of
   processor time a request.

   Usage: limit <port> <path> <connections> <seconds> */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(struct timespec t) { return t.tv_sec + t.tv_nsec / 1e9; }

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return seconds_of(t);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: limit <port> <path> <connections> <seconds>\n");
        return 2;
    }

    int port = atoi(argv[1]), connections = atoi(argv[3]);
    double length = atof(argv[4]);
    char request[1024], response[16384];
    int request_length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", argv[2], port);

    int epoll = epoll_create1(0);
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
        epoll_ctl(epoll, EPOLL_CTL_ADD, s, &e);
        send(s, request, request_length, MSG_NOSIGNAL);
    }

    long count = 0;
    double begun = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID), end = begun + length;
    struct epoll_event events[512];
    while (now(CLOCK_MONOTONIC) < end) {
        int n = epoll_wait(epoll, events, 512, 10);
        for (int i = 0; i < n; i++) {
            int s = events[i].data.fd;
            if (recv(s, response, sizeof response, 0) > 0) {
                count++;
                send(s, request, request_length, MSG_NOSIGNAL);
            }
        }
    }

    double elapsed = now(CLOCK_MONOTONIC) - begun;
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%.1f %.3f\n", count / elapsed, cpu / count * 1e6);
    return 0;
}
