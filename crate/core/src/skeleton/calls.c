
/* What is open, oldest first. */
static MPI_Request *live;
static int live_count, live_room;

/* The ranks in each communicator of the processes of the program; none where nobody asked for them. */
static int **ranks_in;

/* The rank of a process in a communicator. */
static inline int rank_in(int comm, int process) {
  if (process < 0) return MPI_PROC_NULL;
  if (comms[comm] == MPI_COMM_WORLD) return process;
  if (!ranks_in[comm]) {
    MPI_Group world, group;
    int *all = malloc(2 * PROCESSES * sizeof *all);
    for (int at = 0; at < PROCESSES; at++) all[at] = at;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Comm_group(comms[comm], &group);
    PMPI_Group_translate_ranks(world, PROCESSES, all, group, all + PROCESSES);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    ranks_in[comm] = all + PROCESSES;
  }
  int rank = ranks_in[comm][process];
  return rank == MPI_UNDEFINED ? MPI_PROC_NULL : rank;
}

/* A place for a request. */
static inline MPI_Request *opened(void) {
  if (live_count == live_room) {
    live_room = 2 * live_room + 16;
    live = realloc(live, (size_t)live_room * sizeof *live);
    if (!live) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return &live[live_count++];
}

#define SENDS(NAME, CALL)                                                        \
  static inline void do_##NAME(int comm, int peer, int tag, long long bytes) {   \
    CALL(out_buffer, (int)bytes, MPI_BYTE, rank_in(comm, peer), tag, comms[comm]); \
    called();                                                                    \
  }
#define OPENS(NAME, CALL, BUFFER)                                                            \
  static inline void do_##NAME(int comm, int peer, int tag, long long bytes) {               \
    CALL(BUFFER, (int)bytes, MPI_BYTE, rank_in(comm, peer), tag, comms[comm], opened());     \
    called();                                                                                \
  }

SENDS(send, MPI_Send)
SENDS(ssend, MPI_Ssend)
OPENS(isend, MPI_Isend, out_buffer)
OPENS(issend, MPI_Issend, out_buffer)
OPENS(irecv, MPI_Irecv, in_buffer)

static inline void do_recv(int comm, int peer, int tag, long long room) {
  MPI_Recv(in_buffer, (int)room, MPI_BYTE, rank_in(comm, peer), tag, comms[comm], MPI_STATUS_IGNORE);
  called();
}

static inline void do_sendrecv(int comm, int peer, int tag, long long bytes, int source, int source_tag, long long room) {
  MPI_Sendrecv(out_buffer, (int)bytes, MPI_BYTE, rank_in(comm, peer), tag, in_buffer, (int)room, MPI_BYTE, rank_in(comm, source), source_tag, comms[comm],
               MPI_STATUS_IGNORE);
  called();
}

/* Waits for the request that has so many younger ones. */
static inline void do_wait(int age) {
  int at = live_count - 1 - age;
  MPI_Request request = live[at];
  for (live_count--; at < live_count; at++) live[at] = live[at + 1];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  called();
}

/* Waits for several, the youngest first. */
static inline void do_waitall(int count, const int *ages) {
  MPI_Request *requests = malloc((size_t)(count + 1) * sizeof *requests);
  int before = live_count;
  for (int next = 0; next < count; next++) {
    int at = before - 1 - ages[next];
    requests[count - 1 - next] = live[at];
    for (live_count--; at < live_count; at++) live[at] = live[at + 1];
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  called();
  free(requests);
}

static inline void make_split(int comm, int colour, int rank, int made) {
  MPI_Comm_split(comms[comm], colour, rank, &comms[made]);
  called();
}

static inline void make_dup(int comm, int made) {
  MPI_Comm_dup(comms[comm], &comms[made]);
  called();
}

static inline void make_cart(int comm, int made) {
  int size, periodic = 1;
  PMPI_Comm_size(comms[comm], &size);
  MPI_Cart_create(comms[comm], 1, &size, &periodic, 0, &comms[made]);
  called();
}

static inline void free_comm(int comm) {
  if (comms[comm] == MPI_COMM_WORLD) PMPI_Comm_dup(MPI_COMM_WORLD, &comms[comm]);
  MPI_Comm_free(&comms[comm]);
  comms[comm] = MPI_COMM_WORLD;
  called();
}

static inline void ask_rank(int comm) {
  int rank;
  MPI_Comm_rank(comms[comm], &rank);
  called();
}

static inline void ask_size(int comm) {
  int size;
  MPI_Comm_size(comms[comm], &size);
  called();
}

/* Completes what the trace leaves open. */
static inline void finish(void) {
  PMPI_Waitall(live_count, live, MPI_STATUSES_IGNORE);
}
