//! First inputs of the targets whose files no tracer writes: archives, documents and compressed traces of small traces, and
//! questions of the page.

use crate::{archives, round_trips, Target};

/// Small programs: loops in loops, two processes that talk, words, and numbers.
const TRACES: [&str; 5] = [
    "0 local begin\n0 send 1 1\n0 send 1 2\n0 recv 1 3\n0 send 1 2\n0 recv 1 3\n0 sync MPI_Barrier 0-1\n1 recv 0 1\n\
     1 recv 0 2\n1 send 0 3\n1 recv 0 2\n1 send 0 3\n1 sync MPI_Barrier 0-1\n",
    "0 send 1 2\n0 send 1 2\n0 send 1 2\n0 recv 1 4\n0 send 1 2\n0 send 1 2\n0 send 1 2\n0 recv 1 4\n0 local a b c\n",
    "0 call MPI_Send\n0 send 1 -5\n0 return\n1 recv 0 -5\n2 sync MPI_Allreduce 0-2,5\n2 sync MPI_Allreduce 0-2,5\n",
    "0 1000 8\n0 1008 8\n1 2000 4\n0 1010 8\n0 1018 8\n1 2004 4\n0 1020 8\n0 1028 8\n1 2008 4\n",
    "a b a b a b c c c c d \u{e9}\u{201c}\n",
];

/// Questions, a line each, and options.
const QUESTIONS: [&str; 5] = [
    "{\"type\":\"summary\",\"handle\":0}\n{\"type\":\"process\",\"handle\":0,\"process\":1}\n\
     {\"type\":\"items\",\"handle\":0,\"process\":0,\"node\":null,\"offset\":0,\"limit\":50}\n",
    "{\"type\":\"ribbon\",\"handle\":0,\"process\":0,\"look\":{\"width\":784,\"theme\":\"light\",\"compact\":false,\
     \"path\":[{\"item\":2,\"iteration\":1}],\"zoom\":[[0,7],[1.5,2]],\"selected\":1}}\n\
     {\"type\":\"thumbnails\",\"handle\":0,\"process\":0,\"theme\":\"dark\",\"width\":120,\"height\":80,\"ids\":[1,2]}\n",
    "{\"type\":\"addresses\",\"handle\":1,\"process\":0,\"strip\":0,\"field\":0,\"look\":{\"width\":500,\"theme\":\"dark\",\
     \"compact\":true,\"path\":[],\"zoom\":[[0,9]],\"selected\":0}}\n\
     {\"type\":\"aligned\",\"handle\":2,\"process\":0,\"look\":{\"width\":500,\"theme\":\"dark\",\"compact\":true,\
     \"path\":[],\"zoom\":[],\"selected\":0}}\n\
     {\"type\":\"columns\",\"file\":\"t.csv\",\"head\":\"rank,func,to\\n0,MPI_Send,1\\n\",\"fields\":[\"process\",\"call\",\"\"]}\n",
    "{\"type\":\"model\",\"handle\":0,\"look\":{\"width\":900,\"height\":300,\"theme\":\"light\",\"compact\":false,\"whole\":true,\
     \"folded\":true,\"zoom\":[0,4.5],\"selected\":1,\"closed\":[1],\"process\":1,\"opened\":[0],\"card\":false}}\n\
     {\"type\":\"modelPart\",\"handle\":0,\"ids\":[1]}\n\
     {\"type\":\"export\",\"handle\":0,\"process\":0,\"what\":\"svg\",\"look\":{\"width\":784,\"theme\":\"light\",\
     \"compact\":false,\"path\":[],\"zoom\":[],\"selected\":0}}\n\
     {\"type\":\"export\",\"handle\":1,\"process\":null,\"what\":\"text\",\"look\":null}\n",
    "{\"method\":\"nlr\",\"k\":5,\"view\":\"communication\",\"signature\":[\"name\",\"peer\"],\"locals\":\"drop\"}\n\
     {\"method\":\"smallest\"}\n{\"view\":\"values\",\"k\":0}\n{\"signature\":[\"x\"]}\n{\"only\":\"t\"}\n",
];

/// The first inputs of a target that has no fixtures; none of any other.
pub(crate) fn of(target: &Target) -> Vec<Vec<u8>> {
    let traces = TRACES.iter().map(|text| text.as_bytes().to_vec());
    match target.name {
        "layers" => {
            let layers: [&[u8]; 7] = [&[0], &[1, 0], &[1, 1], &[1, 2], &[1, 3], &[2, 2, 0], &[3, 3, 1, 2]];
            let damages: [&[u8]; 3] = [&[0, 0, 0], &[14, 0, 1], &[90, 0, 0xff]];
            let all = layers.iter().flat_map(|layers| damages.map(|damage| [*layers, damage].concat()));
            all.zip(traces.cycle()).map(|(head, trace)| [head, trace].concat()).collect()
        }
        "gzip" => traces.map(|trace| archives::pack(archives::Kind::Gzip, &trace)).collect(),
        "zstd" => traces.map(|trace| archives::pack(archives::Kind::Zstd, &trace)).collect(),
        "tar" => traces.map(|trace| archives::pack(archives::Kind::Tar, &trace)).collect(),
        "zip" => traces.map(|trace| archives::pack(archives::Kind::Zip, &trace)).collect(),
        "lsz" => traces.filter_map(round_trips::compressed_stored).collect(),
        "nests" => traces.flat_map(round_trips::documents_of_nests).collect(),
        "model" => traces.filter_map(round_trips::document_of_model).collect(),
        "questions" => QUESTIONS.iter().map(|text| text.as_bytes().to_vec()).collect(),
        _ => Vec::new(),
    }
}
