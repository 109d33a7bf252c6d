//! An OTF2 archive: processes that exchange messages in a loop as LU does, 912,000 events in 13 MB each, in one chunk.

use super::file::File;

/// The largest chunk that the format allows.
const LARGEST: u64 = 16 << 20;

/// Rounds of the loop, so that the events of a process fill nearly all of one.
const ROUNDS: u64 = 76_000;

/// The beginning of a little-endian file.
fn head(events: u64) -> Vec<u8> {
    [&[3, 0x42][..], &1u64.to_le_bytes(), &events.to_le_bytes()].concat()
}

/// The files of an archive beside its events. There are 250 processes at most.
pub fn beside_events(processes: u8) -> Vec<File> {
    let mut anchor = b"\x03\x42OTF2\0\x03\x02\x03\0\x02".to_vec();
    anchor.extend(LARGEST.to_le_bytes());
    anchor.extend((4u64 << 20).to_le_bytes());
    anchor.extend([1, 1]);
    anchor.extend(u64::from(processes).to_le_bytes());
    anchor.extend((12 + 2 * u64::from(processes)).to_le_bytes());
    // No texts, no properties, the number of the trace, one more of which zero will do.
    anchor.extend([0; 7]);
    anchor.extend(1u64.to_le_bytes());
    anchor.extend([0; 8]);
    anchor.extend([2, 1, 0]);
    let mut files = vec![("traces.otf2".to_owned(), anchor), ("traces.def".to_owned(), definitions(processes))];
    for rank in 0..processes {
        files.push((format!("traces/{rank}.def"), [&head(0)[..], &[2, 1]].concat()));
    }
    files
}

fn definitions(processes: u8) -> Vec<u8> {
    let mut file = head(0);
    let mut record = |kind: u8, payload: &[u8]| {
        file.extend([kind, payload.len() as u8]);
        file.extend(payload);
    };
    record(5, &[4, 0, 0xca, 0x9a, 0x3b, 0, 4, 0, 0, 0, 0x40, 0xff]);
    for (id, name) in ["node", "MPI_Send", "MPI_Recv", "P"].iter().enumerate() {
        record(10, &[&[1, id as u8][..], name.as_bytes(), &[0]].concat());
    }
    record(12, &[0, 0, 0, 0xff]);
    for region in 0..3 {
        record(15, &[1, region, 1, region, 0, 0, 0, 0, 0, 1, region, 1, 4, 0]);
    }
    for rank in 0..processes {
        record(13, &[1, rank, 1, 3, 1, 0, 0xff]);
        record(14, &[1, rank, 1, 3, 1, 1, 2, 1, rank]);
    }
    let members: Vec<u8> = (0..processes).flat_map(|rank| [1, rank]).collect();
    record(18, &[&[0, 0, 6, 1, processes], &members[..], &[4, 4, 0]].concat());
    record(18, &[&[1, 1, 0, 4, 1, processes], &members[..], &[5, 4, 0]].concat());
    record(22, &[0, 0, 1, 1, 0xff, 0]);
    file.extend([2, 1]);
    file
}

/// The events of a process that sends to the next and receives from the one before, in two sizes.
pub fn events(rank: u8, processes: u8) -> File {
    let (next, before) = ((rank + 1) % processes, (rank + processes - 1) % processes);
    let mut records = Vec::new();
    let (mut now, mut events) = (1u64 << 40, 0u64);
    for round in 0..ROUNDS {
        let mut one = |record: &[u8]| {
            now += 100 + round % 7;
            records.push(5);
            records.extend(now.to_le_bytes());
            records.extend(record);
            events += 1;
        };
        for size in [0x28, 0x30] {
            one(&[12, 1, 1]);
            one(&[14, 8, 1, next, 0, 1, 2, 2, 0xd8, size]);
            one(&[13, 1, 1]);
            one(&[12, 1, 2]);
            one(&[18, 8, 1, before, 0, 1, 2, 2, 0xd8, size]);
            one(&[13, 1, 2]);
        }
    }
    assert!(records.len() as u64 + 20 <= LARGEST, "{}", records.len());
    let bytes = [&head(events)[..], &records, &[2, 1]].concat();
    (format!("traces/{rank}.evt"), bytes)
}
