// What a search read, as Server-Timing of its answer tells.
import type { Answered } from './send.ts'

interface Cost {
  /** What it began with; undefined for an answer from memory. */
  readonly led?: string
  readonly rows: number
}

/** Undefined where the answer does not tell. */
export function costOf(headers: Answered['headers']): Cost | undefined {
  const told = headers.find(([name]) => name === 'server-timing')?.[1] ?? ''
  const [, led, rows] = /^search;desc="([\w-]+)(?:, (\d+) rows)?"$/.exec(told) ?? []
  if (led === undefined) return undefined
  return rows === undefined ? { rows: 0 } : { led, rows: Number(rows) }
}
