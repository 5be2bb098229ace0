// A walk through one resource: where it is, and what it has found so far.
import type { LocalReference } from './contained.ts'
import type { Finding } from './finding.ts'
import { MOST_PROBLEMS, shown } from './problem.ts'

export class Walk {
  /** True for what a client writes: it is held to invariants, narratives and all else that an import is not. */
  readonly strict: boolean
  /** Where the walk is: members and indices from the root. */
  readonly place: (string | number)[] = []
  readonly found: Finding[] = []
  /** References to contained resources. */
  readonly locals: LocalReference[] = []
  readonly #most: number

  private constructor(strict: boolean, most: number) {
    this.strict = strict
    this.#most = most
  }

  /** A walk through what a client writes: it wants to know of every problem. */
  static throughWrite(): Walk {
    return new Walk(true, MOST_PROBLEMS)
  }

  /** A walk through what an operator imports: the first problem is the reason to leave the resource out. */
  static throughImport(): Walk {
    return new Walk(false, 1)
  }

  /** True when no more has to be found. */
  get isFull(): boolean {
    return this.found.length >= this.#most
  }

  /** Reports about the element that the walk is at. */
  report(code: Finding['code'], reason: string, more?: string): void {
    if (!this.isFull) this.found.push({ place: [...this.place], code, reason, ...(more !== undefined && { more }) })
  }

  /** Reports about a member of the object that the walk is at. */
  reportMember(name: string, code: Finding['code'], reason: string, more?: string): void {
    this.place.push(name)
    this.report(code, reason, more)
    this.place.pop()
  }

  /** Reports about the element that the walk is at, and shows what it is instead. */
  reportValue(value: unknown, code: Finding['code'], reason: string, expected?: string): void {
    this.report(code, reason, `It is ${shown(value)}.${expected === undefined ? '' : ` Expected ${expected}.`}`)
  }
}
