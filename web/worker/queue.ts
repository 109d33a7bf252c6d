/**
 * The queries that wait, in order. In each lane only the newest waits; it replaces the older ones.
 */
import type { Lane } from "../engine/protocol";
import type { Request } from "../engine/wire";

export interface Query {
  id: number;
  lane: Lane;
  request: Request;
}

export class Queue {
  private waiting: Query[] = [];

  /** Adds a query; returns the ids of those it replaces. */
  add(query: Query): number[] {
    const dropped: number[] = [];
    if (query.lane !== "none") {
      this.waiting = this.waiting.filter((other) => {
        if (other.lane !== query.lane) return true;
        dropped.push(other.id);
        return false;
      });
    }
    this.waiting.push(query);
    return dropped;
  }

  /** Removes a query that nobody waits for any more. */
  forget(id: number): void {
    this.waiting = this.waiting.filter((query) => query.id !== id);
  }

  /** Removes and returns the query to answer next. */
  take(): Query | undefined {
    return this.waiting.shift();
  }

  get empty(): boolean {
    return this.waiting.length === 0;
  }
}
