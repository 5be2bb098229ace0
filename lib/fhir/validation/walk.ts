// A walk through one resource: its current place, and its findings so far.
import type { LocalReference } from './contained.ts'
import type { Finding } from './finding.ts'
import { MOST_PROBLEMS, shown } from './problem.ts'

export class Walk {
  /** True for a client's write: only it must satisfy invariants, narratives and other rules that an import need not. */
  readonly strict: boolean
  /** The current place: members and indexes from the root. */
  readonly place: (string | number)[] = []
  readonly found: Finding[] = []
  /** References to contained resources, of the resource that the walk is in. */
  locals: LocalReference[] = []
  readonly #most: number

  private constructor(strict: boolean, most: number) {
    this.strict = strict
    this.#most = most
  }

  /** A walk through a client's write, which reports every problem. */
  static throughWrite(): Walk {
    return new Walk(true, MOST_PROBLEMS)
  }

  /** A walk through an operator's import: the first problem is the reason to skip the resource. */
  static throughImport(): Walk {
    return new Walk(false, 1)
  }

  /** True when no more findings are needed. */
  get isFull(): boolean {
    return this.found.length >= this.#most
  }

  /** Reports about the element that the walk is at. */
  report(code: Finding['code'], reason: string, more?: string): void {
    this.add({ place: [], code, reason, ...(more !== undefined && { more }) })
  }

  /** Reports a finding below the element that the walk is at. */
  add(finding: Finding): void {
    if (!this.isFull) this.found.push({ ...finding, place: [...this.place, ...finding.place] })
  }

  /** Reports about a member of the object that the walk is at. */
  reportMember(name: string, code: Finding['code'], reason: string, more?: string): void {
    this.place.push(name)
    this.report(code, reason, more)
    this.place.pop()
  }

  /** Reports a problem of the current element, with its value. */
  reportValue(value: unknown, code: Finding['code'], reason: string, expected?: string): void {
    this.report(code, reason, `It is ${shown(value)}.${expected === undefined ? '' : ` Expected ${expected}.`}`)
  }
}
