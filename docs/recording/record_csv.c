/* Records the MPI calls of a program as tables for Loopscope: one file a process, one line a call.
 *
 *   mpicc -O2 -shared -fPIC record_csv.c -o librecord_csv.so
 *   mpirun -n 4 env LD_PRELOAD=$PWD/librecord_csv.so ./program
 *
 * Each process writes rank-R.csv into the folder RECORD_CSV names, or else into the folder it runs in. Open all of them together.
 * It keeps when each call began and ended, its peer, tag, bytes, communicator, root and requests, and which messages it
 * received. A communicator is the list of its processes, and its number in order of making: `0-3#2`. It keeps the calls below and no others, and no persistent requests: for what
 * is missing, add a function. Fortran bindings that do not call the functions of C, such as those of Open MPI, are not seen.
 *
 * Public domain (CC0): copy and change it.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_OPEN 4096 /* requests at a time */
#define MAX_COMMS 64  /* communicators a process uses */

typedef struct { MPI_Request handle; long id; MPI_Comm comm; int receives; } Open;

static FILE *out;
static Open open_requests[MAX_OPEN];
static int open_count;
static long next_request = 1;
static struct { MPI_Comm comm; MPI_Group group; char *members; } comms[MAX_COMMS];
static int comm_count, comms_made;
static MPI_Group world_group;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void start(void) {
  int rank;
  char path[4096];
  const char *folder = getenv("RECORD_CSV");
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
  snprintf(path, sizeof path, "%s/rank-%d.csv", folder ? folder : ".", rank);
  out = fopen(path, "w");
  if (!out) { perror(path); PMPI_Abort(MPI_COMM_WORLD, 1); }
  fputs("start_ns,end_ns,call,peer,tag,bytes,comm,root,req,peer2,tag2,bytes2,matched\n", out);
}

/* The members of a communicator as ranks of the whole program: `0-3 8-11`. */
static char *members_of(MPI_Group group) {
  int size, first = 0, last = 0, length = 0;
  PMPI_Group_size(group, &size);
  int *ranks = malloc(sizeof *ranks * 2 * size), *world = ranks + size;
  char *text = malloc(24 * (size_t)size + 16);
  for (int i = 0; i < size; i++) ranks[i] = i;
  PMPI_Group_translate_ranks(group, size, ranks, world_group, world);
  for (int i = 0; i < size; i++) {
    if (i == 0) first = world[0];
    last = world[i];
    if (i + 1 < size && world[i + 1] == last + 1) continue;
    length += sprintf(text + length, "%s%d-%d", length ? " " : "", first, last);
    if (i + 1 < size) first = world[i + 1];
  }
  free(ranks);
  return text;
}

/* The place of a communicator in `comms`. */
static int place_of(MPI_Comm comm) {
  int place = -1;
  for (int i = 0; i < comm_count; i++) {
    if (comms[i].comm == comm) return i;
    if (comms[i].comm == MPI_COMM_NULL) place = i;
  }
  if (place < 0) place = comm_count++;
  if (place == MAX_COMMS) { fputs("record_csv: more communicators than MAX_COMMS\n", stderr); PMPI_Abort(comm, 1); }
  comms[place].comm = comm;
  PMPI_Comm_group(comm, &comms[place].group);
  comms[place].members = members_of(comms[place].group);
  return place;
}

/* The process took part in making a communicator, which may be none. */
static void made(MPI_Comm comm) {
  comms_made++;
  if (comm == MPI_COMM_NULL) return;
  char *members = comms[place_of(comm)].members;
  while (*members) members++;
  sprintf(members, "#%d", comms_made);
}

static void forget(MPI_Comm comm) {
  int place = place_of(comm);
  PMPI_Group_free(&comms[place].group);
  free(comms[place].members);
  comms[place].comm = MPI_COMM_NULL;
}

/* A rank of a communicator as a rank of the whole program; what is no rank (MPI_ANY_SOURCE, MPI_PROC_NULL) is -1. */
static int in_world(int rank, MPI_Comm comm) {
  int world;
  if (rank < 0) return -1;
  PMPI_Group_translate_ranks(comms[place_of(comm)].group, 1, &rank, world_group, &world);
  return world;
}

static long long size_of(int count, MPI_Datatype type) {
  int size;
  PMPI_Type_size(type, &size);
  return (long long)count * size;
}

static void begin(long long from, long long to, const char *call) { fprintf(out, "%lld,%lld,%s,", from, to, call); }

static void message(int peer, int tag, long long bytes, MPI_Comm comm) {
  fprintf(out, "%d,%d,%lld,%s,", in_world(peer, comm), tag, bytes, comms[place_of(comm)].members);
}

static void matched(const MPI_Status *status, MPI_Comm comm, int more) {
  int bytes;
  if (status->MPI_SOURCE < 0) return;
  PMPI_Get_count(status, MPI_BYTE, &bytes);
  fprintf(out, "%s%d:%d:%d", more ? ";" : "", in_world(status->MPI_SOURCE, comm), status->MPI_TAG, bytes);
}

static long opened(MPI_Request handle, MPI_Comm comm, int receives) {
  if (open_count == MAX_OPEN) { fputs("record_csv: more open requests than MAX_OPEN\n", stderr); PMPI_Abort(comm, 1); }
  open_requests[open_count++] = (Open){handle, next_request, comm, receives};
  return next_request++;
}

/* Removes a request, the oldest with that handle: all sends that are complete may have the same. Whether there is one. */
static int close_request(MPI_Request handle, Open *open) {
  for (int i = 0; i < open_count; i++) {
    if (open_requests[i].handle != handle) continue;
    *open = open_requests[i];
    for (open_count--; i < open_count; i++) open_requests[i] = open_requests[i + 1];
    return 1;
  }
  return 0;
}

/* What a process waits for: the requests that are complete, and what they received. `before`: the handles before the call, which sets
 * those that are complete to null. */
static void completed(long long from, long long to, const char *call, const MPI_Request *before, int done, const int *which, const MPI_Status *statuses) {
  int more = 0;
  Open *closed = calloc((size_t)done + 1, sizeof *closed);
  begin(from, to, call);
  fputs(",,,,,", out);
  for (int i = 0; i < done; i++)
    if (close_request(before[which ? which[i] : i], &closed[i])) fprintf(out, "%s%ld", more++ ? ";" : "", closed[i].id);
  fputs(",,,,", out);
  more = 0;
  for (int i = 0; i < done; i++)
    if (closed[i].receives && statuses[i].MPI_SOURCE >= 0) matched(&statuses[i], closed[i].comm, more++);
  fputc('\n', out);
  free(closed);
}

int MPI_Init(int *argc, char ***argv) {
  long long from = now();
  int result = PMPI_Init(argc, argv);
  start();
  begin(from, now(), "MPI_Init");
  fputs(",,,,,,,,,\n", out);
  return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  long long from = now();
  int result = PMPI_Init_thread(argc, argv, required, provided);
  start();
  begin(from, now(), "MPI_Init_thread");
  fputs(",,,,,,,,,\n", out);
  return result;
}

int MPI_Finalize(void) {
  long long from = now();
  int result = PMPI_Finalize();
  begin(from, now(), "MPI_Finalize");
  fputs(",,,,,,,,,\n", out);
  fclose(out);
  return result;
}

#define SEND(NAME)                                                                                          \
  int MPI_##NAME(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {          \
    long long from = now();                                                                                 \
    int result = PMPI_##NAME(data, count, type, to, tag, comm);                                             \
    begin(from, now(), "MPI_" #NAME);                                                                       \
    message(to, tag, size_of(count, type), comm);                                                           \
    fputs(",,,,,\n", out);                                                                                  \
    return result;                                                                                          \
  }
SEND(Send) SEND(Ssend) SEND(Bsend) SEND(Rsend)

#define ISEND(NAME)                                                                                         \
  int MPI_##NAME(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) { \
    long long from = now();                                                                                 \
    int result = PMPI_##NAME(data, count, type, to, tag, comm, request);                                    \
    begin(from, now(), "MPI_" #NAME);                                                                       \
    message(to, tag, size_of(count, type), comm);                                                           \
    fprintf(out, ",%ld,,,,\n", opened(*request, comm, 0));                                                  \
    return result;                                                                                          \
  }
ISEND(Isend) ISEND(Issend) ISEND(Ibsend) ISEND(Irsend)

int MPI_Irecv(void *data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  long long from = now();
  int result = PMPI_Irecv(data, count, type, source, tag, comm, request);
  begin(from, now(), "MPI_Irecv");
  message(source, tag, size_of(count, type), comm);
  fprintf(out, ",%ld,,,,\n", opened(*request, comm, 1));
  return result;
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MPI_Status own;
  long long from = now();
  int result = PMPI_Recv(data, count, type, source, tag, comm, &own);
  begin(from, now(), "MPI_Recv");
  message(source, tag, size_of(count, type), comm);
  fputs(",,,,,", out);
  matched(&own, comm, 0);
  fputc('\n', out);
  if (status != MPI_STATUS_IGNORE) *status = own;
  return result;
}

int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *into, int count2, MPI_Datatype type2, int source, int tag2, MPI_Comm comm, MPI_Status *status) {
  MPI_Status own;
  long long from = now();
  int result = PMPI_Sendrecv(data, count, type, to, tag, into, count2, type2, source, tag2, comm, &own);
  begin(from, now(), "MPI_Sendrecv");
  message(to, tag, size_of(count, type), comm);
  fprintf(out, ",,%d,%d,%lld,", in_world(source, comm), tag2, size_of(count2, type2));
  matched(&own, comm, 0);
  fputc('\n', out);
  if (status != MPI_STATUS_IGNORE) *status = own;
  return result;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  MPI_Request before = *request;
  MPI_Status own;
  long long from = now();
  int result = PMPI_Wait(request, &own);
  completed(from, now(), "MPI_Wait", &before, 1, NULL, &own);
  if (status != MPI_STATUS_IGNORE) *status = own;
  return result;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  MPI_Request before = *request;
  MPI_Status own;
  long long from = now();
  int result = PMPI_Test(request, flag, &own);
  completed(from, now(), "MPI_Test", &before, *flag ? 1 : 0, NULL, &own);
  if (*flag && status != MPI_STATUS_IGNORE) *status = own;
  return result;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  MPI_Request *before = calloc(count + 1, sizeof *before);
  MPI_Status *own = calloc(count + 1, sizeof *own);
  for (int i = 0; i < count; i++) before[i] = requests[i];
  long long from = now();
  int result = PMPI_Waitall(count, requests, own);
  completed(from, now(), "MPI_Waitall", before, count, NULL, own);
  if (statuses != MPI_STATUSES_IGNORE) for (int i = 0; i < count; i++) statuses[i] = own[i];
  free(before);
  free(own);
  return result;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
  MPI_Request *before = calloc(count + 1, sizeof *before);
  MPI_Status own;
  for (int i = 0; i < count; i++) before[i] = requests[i];
  long long from = now();
  int result = PMPI_Waitany(count, requests, index, &own);
  completed(from, now(), "MPI_Waitany", before, *index == MPI_UNDEFINED ? 0 : 1, index, &own);
  if (status != MPI_STATUS_IGNORE) *status = own;
  free(before);
  return result;
}

int MPI_Waitsome(int count, MPI_Request requests[], int *done, int which[], MPI_Status statuses[]) {
  MPI_Request *before = calloc(count + 1, sizeof *before);
  MPI_Status *own = calloc(count + 1, sizeof *own);
  for (int i = 0; i < count; i++) before[i] = requests[i];
  long long from = now();
  int result = PMPI_Waitsome(count, requests, done, which, own);
  completed(from, now(), "MPI_Waitsome", before, *done == MPI_UNDEFINED ? 0 : *done, which, own);
  if (statuses != MPI_STATUSES_IGNORE) for (int i = 0; i < *done; i++) statuses[i] = own[i];
  free(before);
  free(own);
  return result;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  MPI_Request *before = calloc(count + 1, sizeof *before);
  MPI_Status *own = calloc(count + 1, sizeof *own);
  for (int i = 0; i < count; i++) before[i] = requests[i];
  long long from = now();
  int result = PMPI_Testall(count, requests, flag, own);
  completed(from, now(), "MPI_Testall", before, *flag ? count : 0, NULL, own);
  if (*flag && statuses != MPI_STATUSES_IGNORE) for (int i = 0; i < count; i++) statuses[i] = own[i];
  free(before);
  free(own);
  return result;
}

int MPI_Request_free(MPI_Request *request) {
  Open closed;
  close_request(*request, &closed);
  return PMPI_Request_free(request);
}

#define MAKES(NAME, PARAMETERS, ARGUMENTS)                                                                  \
  int MPI_##NAME PARAMETERS {                                                                               \
    long long from = now();                                                                                 \
    int result = PMPI_##NAME ARGUMENTS;                                                                     \
    begin(from, now(), "MPI_" #NAME);                                                                       \
    fprintf(out, ",,,%s,,,,,,\n", comms[place_of(comm)].members);                                           \
    made(*result_comm);                                                                                     \
    return result;                                                                                          \
  }
MAKES(Comm_dup, (MPI_Comm comm, MPI_Comm *result_comm), (comm, result_comm))
MAKES(Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm *result_comm), (comm, colour, key, result_comm))
MAKES(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *result_comm), (comm, group, result_comm))
MAKES(Cart_create, (MPI_Comm comm, int count, const int dims[], const int periods[], int reorder, MPI_Comm *result_comm), (comm, count, dims, periods, reorder, result_comm))
MAKES(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *result_comm), (comm, remain, result_comm))

int MPI_Comm_free(MPI_Comm *comm) {
  MPI_Comm before = *comm;
  place_of(before);
  long long from = now();
  int result = PMPI_Comm_free(comm);
  begin(from, now(), "MPI_Comm_free");
  fprintf(out, ",,,%s,,,,,,\n", comms[place_of(before)].members);
  forget(before);
  return result;
}

#define COLLECTIVE(NAME, PARAMETERS, ARGUMENTS, BYTES, ROOT)                                                \
  int MPI_##NAME PARAMETERS {                                                                               \
    long long from = now();                                                                                 \
    int result = PMPI_##NAME ARGUMENTS;                                                                     \
    begin(from, now(), "MPI_" #NAME);                                                                       \
    fprintf(out, ",,%lld,%s,", (long long)(BYTES), comms[place_of(comm)].members);                          \
    if ((ROOT) >= 0) fprintf(out, "%d", in_world(ROOT, comm));                                              \
    fputs(",,,,,\n", out);                                                                                  \
    return result;                                                                                          \
  }
#define DATA const void *data, int count, MPI_Datatype type
COLLECTIVE(Barrier, (MPI_Comm comm), (comm), 0, -1)
COLLECTIVE(Bcast, (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm), (data, count, type, root, comm), size_of(count, type), root)
COLLECTIVE(Reduce, (const void *data, void *into, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm), (data, into, count, type, op, root, comm), size_of(count, type), root)
COLLECTIVE(Allreduce, (const void *data, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), (data, into, count, type, op, comm), size_of(count, type), -1)
COLLECTIVE(Gather, (DATA, void *into, int count2, MPI_Datatype type2, int root, MPI_Comm comm), (data, count, type, into, count2, type2, root, comm), size_of(count, type), root)
COLLECTIVE(Allgather, (DATA, void *into, int count2, MPI_Datatype type2, MPI_Comm comm), (data, count, type, into, count2, type2, comm), size_of(count, type), -1)
COLLECTIVE(Scatter, (DATA, void *into, int count2, MPI_Datatype type2, int root, MPI_Comm comm), (data, count, type, into, count2, type2, root, comm), size_of(count2, type2), root)
COLLECTIVE(Alltoall, (DATA, void *into, int count2, MPI_Datatype type2, MPI_Comm comm), (data, count, type, into, count2, type2, comm), size_of(count, type), -1)
COLLECTIVE(Reduce_scatter, (const void *data, void *into, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm), (data, into, counts, type, op, comm), 0, -1)
COLLECTIVE(Scan, (const void *data, void *into, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), (data, into, count, type, op, comm), size_of(count, type), -1)
COLLECTIVE(Gatherv, (DATA, void *into, const int counts[], const int starts[], MPI_Datatype type2, int root, MPI_Comm comm), (data, count, type, into, counts, starts, type2, root, comm), size_of(count, type), root)
COLLECTIVE(Allgatherv, (DATA, void *into, const int counts[], const int starts[], MPI_Datatype type2, MPI_Comm comm), (data, count, type, into, counts, starts, type2, comm), size_of(count, type), -1)
COLLECTIVE(Scatterv, (const void *data, const int counts[], const int starts[], MPI_Datatype type, void *into, int count2, MPI_Datatype type2, int root, MPI_Comm comm), (data, counts, starts, type, into, count2, type2, root, comm), size_of(count2, type2), root)
COLLECTIVE(Alltoallv, (const void *data, const int counts[], const int starts[], MPI_Datatype type, void *into, const int counts2[], const int starts2[], MPI_Datatype type2, MPI_Comm comm), (data, counts, starts, type, into, counts2, starts2, type2, comm), 0, -1)
