/**
 * Questions that wait, in order. In a lane only the newest waits; older ones are given back as dropped.
 */
import type { Lane } from "../engine/protocol";
import type { Request } from "../engine/wire";

export interface Question {
  id: number;
  lane: Lane;
  request: Request;
}

export class Queue {
  private waiting: Question[] = [];

  /** Adds a question; returns the ids of those that it replaces. */
  add(question: Question): number[] {
    const dropped: number[] = [];
    if (question.lane !== "none") {
      this.waiting = this.waiting.filter((other) => {
        if (other.lane !== question.lane) return true;
        dropped.push(other.id);
        return false;
      });
    }
    this.waiting.push(question);
    return dropped;
  }

  /** Takes a question out that nobody waits for any more. */
  forget(id: number): void {
    this.waiting = this.waiting.filter((question) => question.id !== id);
  }

  /** The question to answer next. */
  take(): Question | undefined {
    return this.waiting.shift();
  }

  get empty(): boolean {
    return this.waiting.length === 0;
  }
}
