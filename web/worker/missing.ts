/** A part of the engine that is called and cannot be fetched. The engine is of no use any more; another one may fetch it. */
export class PartMissing extends Error {}
