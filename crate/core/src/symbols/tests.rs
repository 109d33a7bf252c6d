use super::*;
use crate::trace::{Trace, TraceBuilder};

/// A process with number 5 that sends, receives, synchronises and computes.
fn trace() -> Trace {
    let mut builder = TraceBuilder::new(1 << 20);
    builder.begin_source("file");
    let group = builder.group((0..16).collect()).unwrap();
    let other = builder.group(vec![4, 5]).unwrap();
    let events = [
        (Kind::Send, "send", Some(6), Some(1), None),
        (Kind::Recv, "recv", Some(6), Some(1), None),
        (Kind::Send, "send", Some(4), Some(1), None),
        (Kind::Send, "send", Some(6), Some(2), None),
        (Kind::Sync, "MPI_Bcast", None, None, Some(group)),
        (Kind::Sync, "MPI_Bcast", None, None, Some(other)),
        (Kind::Sync, "MPI_Barrier", None, None, Some(group)),
        (Kind::Local, "work 3", None, None, None),
        (Kind::Send, "send", Some(6), Some(1), None),
    ];
    let slot = builder.process(ProcessId(5)).unwrap();
    for (kind, name, peer, tag, group) in events {
        let name = builder.name(name).unwrap();
        let record = builder.record(Record { peer, tag, group, ..Record::new(kind, name) }).unwrap();
        builder.push(slot, View::Communication, record).unwrap();
    }
    for (name, peer, tag) in [("Isend", Some(4), Some(7)), ("Isend", Some(4), Some(8)), ("Test", None, None)] {
        let name = builder.name(name).unwrap();
        let record = Record { peer, tag, ..Record::new(Kind::Call, name) };
        let record = builder.record(record).unwrap();
        builder.push(slot, View::Calls, record).unwrap();
    }
    builder.finish()
}

fn string(view: View, signature: &str, locals: Locals) -> (Vec<u32>, Vec<String>) {
    let trace = trace();
    let process = trace.process(ProcessId(5)).unwrap();
    let signature = Signature::parse(signature).unwrap();
    let SymbolString { symbols, table } = SymbolString::new(process, trace.table(), view, &signature, locals);
    let texts = table.texts().iter().map(|text| text.to_string()).collect();
    (symbols.iter().map(|symbol| symbol.0).collect(), texts)
}

#[test]
fn calls() {
    let (symbols, texts) = string(View::Calls, "name,peer", Locals::Keep);
    assert_eq!((symbols, texts), (vec![0, 0, 1], vec!["Isend(4)".into(), "Test".into()]));
    let (symbols, texts) = string(View::Calls, "name,tag", Locals::Keep);
    assert_eq!((symbols, texts[0].as_str()), (vec![0, 1, 2], "Isend(tag7)"));
}

#[test]
fn a_view_that_is_missing_is_empty() {
    let mut builder = TraceBuilder::new(1000);
    builder.begin_source("file");
    builder.process(ProcessId(0)).unwrap();
    let trace = builder.finish();
    let process = trace.process(ProcessId(0)).unwrap();
    let signature = Signature::default_for(View::Calls);
    let string = SymbolString::new(process, trace.table(), View::Calls, &signature, Locals::default());
    assert!(string.symbols.is_empty() && string.table.is_empty());
    assert_eq!(string.table.text(Symbol(0)), "");
}

#[test]
fn signatures() {
    let parsed = Signature::parse(" tag , name,,peer:rel,peer ").unwrap();
    assert_eq!(parsed.names(), ["name", "peer:rel", "tag"]);
    assert!(parsed.has(Field::PeerRelative) && !parsed.has(Field::Peer));
    let parsed = Signature::parse("root,bytes,op,bytes:pow2").unwrap();
    assert_eq!(parsed.names(), ["bytes:pow2", "op", "root"]);
    let error = Signature::parse("name,length").unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"length\" is no field; \
         known are name, peer, peer:rel, tag, bytes, bytes:pow2, comm, op, root, site"
    );
    for field in Field::ALL {
        assert_eq!(Signature::parse(field.name()).unwrap().fields(), [field]);
    }
}

/// The texts of two calls that say all there is to say, under a signature.
fn calls_in_full(signature: &str) -> Vec<String> {
    let mut builder = TraceBuilder::new(1 << 20);
    builder.begin_source("file");
    let group = builder.group((0..4).collect()).unwrap();
    let (isend, reduce) = (builder.name("Isend").unwrap(), builder.name("Reduce").unwrap());
    let slot = builder.process(ProcessId(1)).unwrap();
    let message = |bytes| Record {
        peer: Some(2),
        tag: Some(7),
        bytes: Some(bytes),
        group: Some(group),
        ..Record::new(Kind::Call, isend)
    };
    let (sum, site) = (builder.name("SUM").unwrap(), builder.name("0x4012").unwrap());
    let collective = Record {
        bytes: Some(8),
        root: Some(0),
        op: Some(sum),
        site: Some(site),
        group: Some(group),
        ..Record::new(Kind::Call, reduce)
    };
    for record in [message(640), message(1000), message(0), collective] {
        let record = builder.record(record).unwrap();
        builder.push(slot, View::Calls, record).unwrap();
    }
    let trace = builder.finish();
    let signature = Signature::parse(signature).unwrap();
    let process = trace.process(ProcessId(1)).unwrap();
    let string = SymbolString::new(process, trace.table(), View::Calls, &signature, Locals::Keep);
    string.table.texts().iter().map(|text| text.to_string()).collect()
}

#[test]
fn what_calls_can_say() {
    assert_eq!(
        calls_in_full("name,peer,bytes,comm,op,root"),
        ["Isend(2,640,0-3)", "Isend(2,1000,0-3)", "Isend(2,0,0-3)", "Reduce(8,SUM,root0,0-3)",]
    );
    assert_eq!(calls_in_full("name,tag,bytes:pow2"), ["Isend(*,tag7,2^9)", "Isend(*,tag7,0)", "Reduce(2^3)"]);
    assert_eq!(calls_in_full("name,root"), ["Isend", "Reduce(root0)"]);
    assert_eq!(calls_in_full("name,site"), ["Isend", "Reduce(@0x4012)"]);
    assert_eq!(calls_in_full("comm,site"), ["*(0-3)", "*(0-3,@0x4012)"]);
}
