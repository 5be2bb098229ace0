// The progress of `import`: one line that is rewritten on a terminal, and a line now and then in a pipe or a log.

import type { Output } from './caller.ts'
import { counted } from './output.ts'

export interface Progress {
  /** Sets the number of bytes read from the sources. */
  readonly reached: (bytes: number) => void
  /** Sets the number of processed resources. */
  readonly show: (resources: number) => void
  /** Shows the final state and ends the line. */
  readonly end: () => void
}

const BAR_WIDTH = 24
const SHOW_EVERY_MS = 100
/** In a pipe each line stays: few of them, and none of an import that is quick. */
const LINE_EVERY_MS = 5000
/** Before that nothing is known of the rest. */
const LEFT_AFTER_MS = 2000
const COLUMNS = 80
const TO_LINE_START = '\r'
const ERASE_TO_LINE_END = '\u001b[K'
const NONE: Progress = { reached: () => {}, show: () => {}, end: () => {} }

interface Known {
  /** Undefined when unknown, as for standard input: then there are numbers without a bar. */
  readonly totalBytes: number | undefined
  readonly now?: () => number
}

/** Without a terminal there is no progress. */
export function progressOn(terminal: Output | undefined, { totalBytes, now = Date.now }: Known): Progress {
  if (!terminal) return NONE
  const startedAt = now()
  const isTTY = terminal.isTTY === true
  let [bytes, resources, shownAt] = [0, 0, isTTY ? 0 : startedAt]
  const line = () => {
    const ms = now() - startedAt
    const rate = Math.round(resources / Math.max(0.001, ms / 1000))
    const left = ms < LEFT_AFTER_MS ? '' : timeLeft(bytes, totalBytes, ms)
    return `${share(bytes, totalBytes, isTTY)}${counted(resources, 'resource')}, ${rate}/s${left}`
  }
  const draw = () =>
    // A line as wide as the terminal would wrap, and the screen would scroll.
    terminal.write(TO_LINE_START + line().slice(0, (terminal.columns || COLUMNS) - 1) + ERASE_TO_LINE_END)
  return {
    reached: (read) => {
      bytes = read
    },
    show: (count) => {
      resources = count
      if (now() - shownAt < (isTTY ? SHOW_EVERY_MS : LINE_EVERY_MS)) return
      shownAt = now()
      if (isTTY) draw()
      else terminal.write(`${line()}\n`)
    },
    end: () => {
      if (!isTTY) return
      draw()
      terminal.write('\n')
    },
  }
}

/** The part of the bytes that was read, as a bar on a terminal. */
function share(bytes: number, totalBytes: number | undefined, isTTY: boolean): string {
  if (!totalBytes) return ''
  const part = Math.min(1, bytes / totalBytes)
  const bar = `[${'#'.repeat(Math.floor(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')}] `
  return `${isTTY ? bar : ''}${Math.floor(part * 100)} %, `
}

/** `, 12 s left`, estimated from the bytes so far; empty when unknown and at the end. */
function timeLeft(bytes: number, totalBytes: number | undefined, ms: number): string {
  if (!totalBytes || bytes === 0 || bytes >= totalBytes) return ''
  const seconds = Math.ceil((ms * (totalBytes - bytes)) / bytes / 1000)
  return seconds < 60 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`
}
