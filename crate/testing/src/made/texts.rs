//! Text formats of tracers: the loops of a few calls, over and over.

use std::fmt::Write;

/// Rounds of the loops that the traces hold.
const ROUNDS: u64 = 100_000;

/// A profile as PyTorch writes it: a thread of operators and a stream of kernels.
pub fn profile() -> String {
    let mut out = String::from("{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n");
    for round in 0..ROUNDS {
        let at = 1_695_835_400_000_000 + 1000 * round;
        for (k, name) in (0u64..).zip(["aten::linear", "aten::addmm", "aten::relu", "aten::mse_loss"]) {
            let (ts, dur) = (at + 100 * k, 90 - k);
            writeln!(
                out,
                "  {{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"{name}\", \"pid\": 4711, \"tid\": 4711,\n    \
                 \"ts\": {ts}.125, \"dur\": {dur},\n    \"args\": {{\n      \"External id\": {k},\"Ev Idx\": {round}, \
                 \"Input Dims\": [[64, 128], [128]]\n    }}\n  }},"
            )
            .unwrap();
        }
        writeln!(
            out,
            "  {{\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void gemm<float, 128, 64>(float*)\", \"pid\": 0, \
             \"tid\": 7,\n    \"ts\": {at}.5, \"dur\": 3,\n    \"args\": {{\n      \"device\": 0, \"stream\": 7\n    }}\n  }},"
        )
        .unwrap();
    }
    out.push_str("  {}]}\n");
    out
}

/// The calls of a process of the CG benchmark, as a recorder of MPI writes them.
pub fn table() -> String {
    let mut out = String::from(
        "start_ns,end_ns,call,peer,tag,bytes,comm,commsize,op,root,req,nreq,flag,peer2,tag2,bytes2,matched,site\n",
    );
    for round in 0..ROUNDS {
        let at = 1_000_000_000 + 4321 * round;
        let end = at + 1234;
        writeln!(out, "{at},{end},MPI_Irecv,3,1,5600,0,16,,,1,,,,,,,1556").unwrap();
        writeln!(out, "{at},{end},MPI_Send,3,1,5600,0,16,,,,,,,,,,1581").unwrap();
        writeln!(out, "{at},{end},MPI_Wait,3,1,5600,0,16,,,1,1,,,,,3:1:5600,1591").unwrap();
        writeln!(out, "{at},{end},MPI_Allreduce,,,8,0,16,SUM,,,,,,,,,1601").unwrap();
    }
    out
}

/// The same for two processes, as SimGrid replays it.
pub fn actions() -> String {
    let mut out = String::from("0 init\n1 init\n");
    for round in 0..ROUNDS {
        for (own, other) in [(0, 1), (1, 0)] {
            writeln!(out, "{own} irecv {other} 7 5600\n{own} send {other} 7 5600").unwrap();
            writeln!(out, "{own} compute {}", 1_000_000 + round * 17).unwrap();
            writeln!(out, "{own} wait {other} {own} 7\n{own} allreduce 8 100").unwrap();
        }
    }
    out
}

/// The same as a Gantt chart.
pub fn chart() -> String {
    let fields = |name: &str, number: u32, fields: &str| {
        let mut text = format!("%EventDef Paje{name} {number}\n%  Time date\n%  Type string\n");
        for field in fields.split(' ').filter(|field| !field.is_empty()) {
            writeln!(text, "%  {field} string").unwrap();
        }
        text + "%EndEventDef\n"
    };
    let mut out = fields("CreateContainer", 3, "Alias Container Name");
    out += &fields("PushState", 5, "Container Value");
    out += &fields("PopState", 6, "Container");
    out += &fields("StartLink", 7, "Container Value StartContainer Key");
    out += &fields("EndLink", 8, "Container Value EndContainer Key");
    out += "3 0.0 P p0 0 \"rank 0\"\n3 0.0 P p1 0 \"rank 1\"\n";
    for round in 0..ROUNDS {
        let time = format!("{}.{:09}", round / 1000, round % 1000 * 1_000_000);
        for (own, other) in [(0, 1), (1, 0)] {
            writeln!(out, "5 {time} S p{own} MPI_Isend").unwrap();
            writeln!(out, "7 {time} L root 5600 p{own} {own}_{other}_1_{round}").unwrap();
            writeln!(out, "6 {time} S p{own}\n5 {time} S p{own} MPI_Recv").unwrap();
            writeln!(out, "8 {time} L root 5600 p{own} {other}_{own}_1_{round}").unwrap();
            writeln!(out, "6 {time} S p{own}").unwrap();
        }
    }
    out
}
