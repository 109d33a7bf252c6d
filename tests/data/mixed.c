/* Calls that a program made from a trace must repeat: communicators of the same processes, receives from any source, requests that
 * complete out of order, tests that find nothing, null processes, buffers larger than their messages. */
#include <mpi.h>

#define STEPS 40

int main(int count, char **arguments) {
  int rank, size, seen;
  char out[4096] = {0}, in[4][4096];
  MPI_Comm row, twin, other, grid;
  MPI_Request requests[4];
  MPI_Status statuses[4];
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &grid);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int step = 0; step < STEPS; step++) {
    /* The same peers and tag on two communicators of the same processes. */
    MPI_Irecv(in[0], 4096, MPI_BYTE, before, 7, twin, &requests[0]);
    MPI_Irecv(in[1], 4096, MPI_BYTE, before, 7, other, &requests[1]);
    MPI_Isend(out, 64, MPI_BYTE, next, 7, other, &requests[2]);
    MPI_Isend(out, 128, MPI_BYTE, next, 7, twin, &requests[3]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Test(&requests[0], &seen, MPI_STATUS_IGNORE);
    MPI_Waitall(4, requests, statuses);
    MPI_Allreduce(out, in[0], 8, MPI_BYTE, MPI_BOR, row);
    MPI_Sendrecv(out, 32, MPI_BYTE, next, 3, in[0], 4096, MPI_BYTE, before, 3, grid, MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, 16, MPI_BYTE, rank + 1 < size ? next : MPI_PROC_NULL, 4, in[0], 4096, MPI_BYTE, rank > 0 ? before : MPI_PROC_NULL, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank == 0) {
      for (int from = 1; from < size; from++) MPI_Recv(in[0], 4096, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, twin, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(out, 8 * rank, MPI_BYTE, 0, 9, twin);
    }
    /* From the process that received last: nobody goes on before, whose next message it would take for one of these. */
    MPI_Bcast(out, 24, MPI_BYTE, 0, twin);
  }
  MPI_Reduce(out, in[0], 8, MPI_BYTE, MPI_BOR, 1, other);
  MPI_Comm_free(&grid);
  MPI_Comm_free(&row);
  MPI_Finalize();
  return 0;
}
