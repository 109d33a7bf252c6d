/* Writes the archive tests/fixtures/otf2/otf2-3.0.2/good/every-record with the format's own library.
 *
 * In it: every kind of message, request and collective operation; communicators of some processes,
 * of one, and between two groups; ids that differ between a location and the whole; clocks that are
 * off; a second thread; attributes and records that the reader jumps over; what is never completed.
 *
 * cc -Wno-deprecated-declarations every_record.c -o every_record -lotf2 && ./every_record FOLDER   (Debian: libotf2-trace-dev)
 */
#include <otf2/otf2.h>
#include <stdio.h>
#include <string.h>

enum { WORLD = 3, UPPER = 1, ALONE = 2, BETWEEN = 0, RANKS = 4, THREAD = 4 };
/* Locations number the communicators in another order: 0 is WORLD, 3 is BETWEEN. */
enum { L_WORLD = 0, L_UPPER = 1, L_ALONE = 2, L_BETWEEN = 3 };

static const char* regions[] = { "int main(int,\tchar**)", "compute", "work of the thread", "MPI_Comm_split",
    "MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv", "MPI_Test", "MPI_Wait", "MPI_Sendrecv", "MPI_Bcast",
    "MPI_Allreduce", "MPI_Iallreduce", "MPI_Reduce", "MPI_Cancel", "MPI_Ibarrier", "MPI_Barrier" };
enum { MAIN, COMPUTE, WORK, SPLIT, SEND, RECV, ISEND, IRECV, TEST, WAIT, SENDRECV, BCAST, ALLREDUCE,
    IALLREDUCE, REDUCE, CANCEL, IBARRIER, BARRIER, REGIONS };

static uint64_t now = 1000;
static uint64_t tick(void) { return now += 10; }
static OTF2_EvtWriter* w[RANKS + 1];

#define CALL(rank, region, ...) do { OTF2_EvtWriter* e = w[rank]; OTF2_EvtWriter_Enter(e, NULL, tick(), region); \
    __VA_ARGS__; OTF2_EvtWriter_Leave(e, NULL, tick(), region); } while (0)
#define NO OTF2_COLLECTIVE_ROOT_NONE
#define ALL_OF(op, comm, root, sent, received) OTF2_EvtWriter_MpiCollectiveBegin(e, NULL, tick()); \
    OTF2_EvtWriter_MpiCollectiveEnd(e, NULL, tick(), OTF2_COLLECTIVE_OP_##op, comm, root, sent, received)

static OTF2_FlushType pre(void* a, OTF2_FileType b, OTF2_LocationRef c, void* d, bool f) { return OTF2_FLUSH; }
static OTF2_TimeStamp post(void* a, OTF2_FileType b, OTF2_LocationRef c) { return now; }


int main(int count, char** words)
{
    static OTF2_FlushCallbacks flush = { pre, post };
    if (count != 2) return fprintf(stderr, "usage: every_record FOLDER\n"), 2;
    OTF2_Archive* archive = OTF2_Archive_Open(words[1], "traces", OTF2_FILEMODE_WRITE,
        OTF2_CHUNK_SIZE_EVENTS_DEFAULT, OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetFlushCallbacks(archive, &flush, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    OTF2_Archive_OpenDefFiles(archive);
    for (int i = 0; i <= RANKS; i++) w[i] = OTF2_Archive_GetEvtWriter(archive, i);

    for (int rank = 0; rank < RANKS; rank++) {
        OTF2_StringRef none = 0;
        OTF2_EvtWriter_ProgramBegin(w[rank], NULL, now, 0, 0, &none);
        OTF2_EvtWriter_MeasurementOnOff(w[rank], NULL, now, OTF2_MEASUREMENT_ON);
        OTF2_EvtWriter_Enter(w[rank], NULL, tick(), MAIN);
        CALL(rank, SPLIT, ALL_OF(CREATE_HANDLE, L_WORLD, NO, 0, 0));
    }
    for (uint64_t time = 0; time < 3; time++) {
        CALL(0, SEND, OTF2_EvtWriter_MpiSend(e, NULL, tick(), 1, L_WORLD, 7, 640));
        CALL(1, RECV, OTF2_EvtWriter_MpiRecv(e, NULL, tick(), 0, L_WORLD, 7, 640));
        CALL(0, ISEND, OTF2_EvtWriter_MpiIsend(e, NULL, tick(), 1, L_WORLD, 8, 100 * time, 11 + time));
        CALL(1, IRECV, OTF2_EvtWriter_MpiIrecvRequest(e, NULL, tick(), 21 + time));
        CALL(1, TEST, OTF2_EvtWriter_MpiRequestTest(e, NULL, tick(), 21 + time));
        CALL(1, WAIT, OTF2_EvtWriter_MpiIrecv(e, NULL, tick(), 0, L_WORLD, 8, 100 * time, 21 + time));
        CALL(0, WAIT, OTF2_EvtWriter_MpiIsendComplete(e, NULL, tick(), 11 + time));
        /* 2 and 3 are 0 and 1 of their own communicator. */
        CALL(2, SENDRECV, OTF2_EvtWriter_MpiSend(e, NULL, tick(), 1, L_UPPER, 9, 32);
             OTF2_EvtWriter_MpiRecv(e, NULL, tick(), 1, L_UPPER, 9, 48));
        CALL(3, SENDRECV, OTF2_EvtWriter_MpiSend(e, NULL, tick(), 0, L_UPPER, 9, 48);
             OTF2_EvtWriter_MpiRecv(e, NULL, tick(), 0, L_UPPER, 9, 32));
        /* 0 of the other side, whose list is 3, 2. */
        CALL(1, SEND, OTF2_EvtWriter_MpiSend(e, NULL, tick(), 0, L_BETWEEN, 5, 16));
        CALL(3, RECV, OTF2_EvtWriter_MpiRecv(e, NULL, tick(), 1, L_BETWEEN, 5, 16));
        CALL(0, SENDRECV, OTF2_EvtWriter_MpiSend(e, NULL, tick(), 0, L_ALONE, 1, 8);
             OTF2_EvtWriter_MpiRecv(e, NULL, tick(), 0, L_ALONE, 1, 8));
        for (int rank = 0; rank < RANKS; rank++) {
            CALL(rank, BCAST, ALL_OF(BCAST, L_WORLD, 2, rank == 2 ? 4 : 0, 4));
            CALL(rank, ALLREDUCE, ALL_OF(ALLREDUCE, L_WORLD, NO, 40, 40));
            CALL(rank, IALLREDUCE, OTF2_EvtWriter_NonBlockingCollectiveRequest(e, NULL, tick(), 90 + time));
            CALL(rank, WAIT, OTF2_EvtWriter_NonBlockingCollectiveComplete(e, NULL, tick(),
                 OTF2_COLLECTIVE_OP_ALLREDUCE, L_WORLD, NO, 8, 8, 90 + time));
        }
        for (int rank = 2; rank < RANKS; rank++) CALL(rank, REDUCE, ALL_OF(REDUCE, L_UPPER, 1, 24, rank == 3 ? 24 : 0));
        OTF2_AttributeList* list = OTF2_AttributeList_New();
        OTF2_AttributeList_AddUint64(list, 0, time);
        OTF2_EvtWriter_ParameterUnsignedInt(w[0], NULL, tick(), 0, time);
        OTF2_EvtWriter_Enter(w[0], list, tick(), COMPUTE);
        OTF2_EvtWriter_OmpFork(w[0], NULL, tick(), 2);
        OTF2_EvtWriter_OmpJoin(w[0], NULL, tick());
        OTF2_EvtWriter_Leave(w[0], NULL, tick(), COMPUTE);
        OTF2_EvtWriter_OmpTaskCreate(w[THREAD], NULL, tick(), 300 + time);
        OTF2_EvtWriter_Enter(w[THREAD], NULL, tick(), WORK);
        OTF2_EvtWriter_Leave(w[THREAD], NULL, tick(), WORK);
        OTF2_AttributeList_Delete(list);
    }
    CALL(2, IRECV, OTF2_EvtWriter_MpiIrecvRequest(e, NULL, tick(), 70));
    CALL(2, CANCEL, OTF2_EvtWriter_MpiRequestCancelled(e, NULL, tick(), 70));
    CALL(2, IRECV, OTF2_EvtWriter_MpiIrecvRequest(e, NULL, tick(), 71));
    CALL(0, ISEND, OTF2_EvtWriter_MpiIsend(e, NULL, tick(), 2, L_WORLD, 3, 5, 72));
    CALL(3, IBARRIER, OTF2_EvtWriter_NonBlockingCollectiveRequest(e, NULL, tick(), 73));
    CALL(3, BARRIER, (void)e);
    for (int rank = 0; rank < RANKS; rank++) {
        OTF2_EvtWriter_Leave(w[rank], NULL, tick(), MAIN);
        OTF2_EvtWriter_ProgramEnd(w[rank], NULL, tick(), 0);
    }
    uint64_t written[RANKS + 1];
    for (int i = 0; i <= RANKS; i++) {
        OTF2_EvtWriter_GetNumberOfEvents(w[i], &written[i]);
        OTF2_DefWriter* local = OTF2_Archive_GetDefWriter(archive, i);
        OTF2_IdMap* map = OTF2_IdMap_Create(i % 2 ? OTF2_ID_MAP_SPARSE : OTF2_ID_MAP_DENSE, 4);
        uint64_t global[] = { WORLD, UPPER, ALONE, BETWEEN };
        for (int id = 0; id < 4; id++) OTF2_IdMap_AddIdPair(map, id, global[id]);
        OTF2_DefWriter_WriteMappingTable(local, OTF2_MAPPING_COMM, map);
        OTF2_IdMap_Free(map);
        OTF2_DefWriter_WriteClockOffset(local, 1000, 100 * i, 0);
        OTF2_DefWriter_WriteClockOffset(local, 3000, 100 * i - 37, 0);
        OTF2_DefWriter_WriteClockOffset(local, now, 50 * i, 0);
        OTF2_Archive_CloseDefWriter(archive, local);
        OTF2_Archive_CloseEvtWriter(archive, w[i]);
    }
    OTF2_Archive_CloseDefFiles(archive);
    OTF2_Archive_CloseEvtFiles(archive);

    OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter(archive);
    OTF2_GlobalDefWriter_WriteClockProperties(g, 1000000000, 1000, now, OTF2_UNDEFINED_TIMESTAMP);
    OTF2_StringRef strings = 0;
#define TEXT(text) (OTF2_GlobalDefWriter_WriteString(g, strings, text), strings++)
    OTF2_StringRef empty = TEXT("every-record"), node = TEXT("node"), thread = TEXT("thread");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(g, 0, node, node, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (int rank = 0; rank < RANKS; rank++) {
        char name[32];
        sprintf(name, "MPI Rank %d", rank);
        OTF2_GlobalDefWriter_WriteLocationGroup(g, rank, TEXT(name), OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(g, rank, thread, OTF2_LOCATION_TYPE_CPU_THREAD, written[rank], rank);
    }
    OTF2_GlobalDefWriter_WriteLocation(g, THREAD, thread, OTF2_LOCATION_TYPE_CPU_THREAD, written[THREAD], 1);
    for (int region = 0; region < REGIONS; region++) {
        OTF2_StringRef name = TEXT(regions[region]);
        OTF2_Paradigm paradigm = strncmp(regions[region], "MPI_", 4) ? OTF2_PARADIGM_USER : OTF2_PARADIGM_MPI;
        OTF2_GlobalDefWriter_WriteRegion(g, region, name, name, empty, OTF2_REGION_ROLE_FUNCTION, paradigm, 0, empty, 0, 0);
    }
    uint64_t everybody[] = { 0, 1, 2, 3 }, upper[] = { 2, 3 }, lower[] = { 0, 1 }, backwards[] = { 3, 2 };
#define GROUP(id, type, count, members) OTF2_GlobalDefWriter_WriteGroup(g, id, empty, OTF2_GROUP_TYPE_##type, OTF2_PARADIGM_MPI, 0, count, members)
    GROUP(0, COMM_LOCATIONS, 4, everybody);
    GROUP(1, COMM_GROUP, 4, everybody);
    GROUP(2, COMM_GROUP, 2, upper);
    GROUP(3, COMM_SELF, 0, everybody);
    GROUP(4, COMM_GROUP, 2, lower);
    GROUP(5, COMM_GROUP, 2, backwards);
    OTF2_GlobalDefWriter_WriteInterComm(g, BETWEEN, TEXT("between"), 4, 5, WORLD, 0);
    OTF2_GlobalDefWriter_WriteComm(g, UPPER, TEXT("upper"), 2, WORLD, 0);
    OTF2_GlobalDefWriter_WriteComm(g, ALONE, TEXT("MPI_COMM_SELF"), 3, OTF2_UNDEFINED_COMM, 0);
    OTF2_GlobalDefWriter_WriteComm(g, WORLD, TEXT("MPI_COMM_WORLD"), 1, OTF2_UNDEFINED_COMM, 0);
    OTF2_GlobalDefWriter_WriteAttribute(g, 0, TEXT("iteration"), empty, OTF2_TYPE_UINT64);
    OTF2_GlobalDefWriter_WriteParameter(g, 0, TEXT("size"), OTF2_PARAMETER_TYPE_UINT64);
    OTF2_Archive_CloseGlobalDefWriter(archive, g);
    return OTF2_Archive_Close(archive) != OTF2_SUCCESS;
}
