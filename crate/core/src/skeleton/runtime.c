#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef SIMGRID
#include <smpi/smpi.h>
#endif

/* Numbers that are used one after the other, and again from the first. */
struct series {
  long long count;
  long long next;
  const long long *of;
};

/* What one process has for the function of its class. */
struct own {
  const int *peers;
  const int *groups;
  const long long *rooms;
  struct series *times;
  struct series *sizes;
};

static char *out_buffer, *in_buffer;
static int *counts, *places;
static MPI_Comm *comms;
#ifndef SIMGRID
static double last_end;
#endif

static inline long long next(struct series *series) {
  if (series->count == 0) return 0;
  long long value = series->of[series->next++];
  if (series->next == series->count) series->next = 0;
  return value;
}

/* Computes until so many nanoseconds after the end of the last call. */
static inline void busy(long long ns) {
#ifdef SIMGRID
  if (ns > 0) smpi_execute_flops((double)ns);
#else
  double until = last_end + 1e-9 * (double)ns;
  while (PMPI_Wtime() < until) {
  }
#endif
}

static inline void called(void) {
#ifndef SIMGRID
  last_end = PMPI_Wtime();
#endif
}

static inline void put(int peer, int tag, long long bytes) {
  MPI_Request request;
  MPI_Isend(out_buffer, (int)bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  called();
}

static inline void get(int peer, int tag) {
  MPI_Recv(in_buffer, LARGEST, MPI_BYTE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  called();
}

/* Equal shares for all processes of a communicator. */
static inline void share(MPI_Comm comm, int bytes) {
  int size;
  PMPI_Comm_size(comm, &size);
  for (int at = 0; at < size; at++) {
    counts[at] = bytes;
    places[at] = at * bytes;
  }
}

static inline int part(MPI_Comm comm, int bytes) {
  int size;
  PMPI_Comm_size(comm, &size);
  return bytes / size;
}

#define COLLECTIVE(NAME, CALL)                              \
  static inline void do_##NAME(int group, long long size, int root) { \
    MPI_Comm comm = comms[group];                           \
    int bytes = (int)size;                                  \
    (void)bytes;                                            \
    (void)root;                                             \
    CALL;                                                   \
    called();                                               \
  }

COLLECTIVE(barrier, MPI_Barrier(comm))
COLLECTIVE(bcast, MPI_Bcast(in_buffer, bytes, MPI_BYTE, root, comm))
COLLECTIVE(reduce, MPI_Reduce(out_buffer, in_buffer, bytes, MPI_BYTE, MPI_BOR, root, comm))
COLLECTIVE(allreduce, MPI_Allreduce(out_buffer, in_buffer, bytes, MPI_BYTE, MPI_BOR, comm))
COLLECTIVE(scan, MPI_Scan(out_buffer, in_buffer, bytes, MPI_BYTE, MPI_BOR, comm))
COLLECTIVE(exscan, MPI_Exscan(out_buffer, in_buffer, bytes, MPI_BYTE, MPI_BOR, comm))
COLLECTIVE(gather, MPI_Gather(out_buffer, bytes, MPI_BYTE, in_buffer, bytes, MPI_BYTE, root, comm))
COLLECTIVE(allgather, MPI_Allgather(out_buffer, bytes, MPI_BYTE, in_buffer, bytes, MPI_BYTE, comm))
COLLECTIVE(scatter, MPI_Scatter(out_buffer, bytes, MPI_BYTE, in_buffer, bytes, MPI_BYTE, root, comm))
COLLECTIVE(alltoall, MPI_Alltoall(out_buffer, bytes, MPI_BYTE, in_buffer, bytes, MPI_BYTE, comm))
COLLECTIVE(gatherv, share(comm, bytes); MPI_Gatherv(out_buffer, bytes, MPI_BYTE, in_buffer, counts, places, MPI_BYTE, root, comm))
COLLECTIVE(allgatherv, share(comm, bytes); MPI_Allgatherv(out_buffer, bytes, MPI_BYTE, in_buffer, counts, places, MPI_BYTE, comm))
COLLECTIVE(scatterv, share(comm, bytes); MPI_Scatterv(out_buffer, counts, places, MPI_BYTE, in_buffer, bytes, MPI_BYTE, root, comm))
COLLECTIVE(alltoallv, share(comm, part(comm, bytes)); MPI_Alltoallv(out_buffer, counts, places, MPI_BYTE, in_buffer, counts, places, MPI_BYTE, comm))
COLLECTIVE(reduce_scatter, share(comm, part(comm, bytes)); MPI_Reduce_scatter(out_buffer, in_buffer, counts, MPI_BYTE, MPI_BOR, comm))
COLLECTIVE(reduce_scatter_block, MPI_Reduce_scatter_block(out_buffer, in_buffer, part(comm, bytes), MPI_BYTE, MPI_BOR, comm))
COLLECTIVE(comm_split, MPI_Comm made; MPI_Comm_split(comm, 0, 0, &made))
COLLECTIVE(comm_dup, MPI_Comm made; MPI_Comm_dup(comm, &made))
COLLECTIVE(cart_create, MPI_Comm made; int members; int is_ring = 0; PMPI_Comm_size(comm, &members); MPI_Cart_create(comm, 1, &members, &is_ring, 0, &made))
COLLECTIVE(comm_free, MPI_Comm made; PMPI_Comm_dup(comm, &made); MPI_Comm_free(&made))

/* Makes the communicators of all groups that a process is in; recorders do not see it. */
static inline void make_comms(const int *const *groups, const int *sizes, int count, int rank) {
  MPI_Group world;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  comms = malloc((size_t)(count + MADE + 1) * sizeof *comms);
  for (int at = 0; at < count + MADE; at++) comms[at] = MPI_COMM_WORLD;
  for (int at = 0; at < count; at++) {
    if (sizes[at] == PROCESSES) continue;
    int is_member = 0;
    for (int member = 0; member < sizes[at]; member++) is_member |= groups[at][member] == rank;
    if (!is_member) continue;
    MPI_Group group;
    PMPI_Group_incl(world, sizes[at], (int *)groups[at], &group);
    PMPI_Comm_create_group(MPI_COMM_WORLD, group, at, &comms[at]);
    PMPI_Group_free(&group);
  }
  PMPI_Group_free(&world);
}

/* Begins the program; returns the rank. */
static inline int begin(int *count, char ***arguments, const int *const *groups, const int *sizes, int of) {
  int rank, processes;
  MPI_Init(count, arguments);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes != PROCESSES) {
    if (rank == 0) fprintf(stderr, "This program runs on %d processes, found %d: mpirun -n %d ..\n", PROCESSES, processes, PROCESSES);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  out_buffer = calloc((size_t)LARGEST + 1, PROCESSES);
  in_buffer = calloc((size_t)LARGEST + 1, PROCESSES);
  counts = calloc(PROCESSES, sizeof *counts);
  places = calloc(PROCESSES, sizeof *places);
  if (!out_buffer || !in_buffer || !counts || !places) {
    fprintf(stderr, "Not enough memory for messages of %d bytes\n", LARGEST);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  make_comms(groups, sizes, of, rank);
  called();
  return rank;
}
