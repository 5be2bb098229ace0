// The progress bar of `import`: one line that is rewritten on a terminal, and nothing elsewhere.

/** The part of standard error that the bar uses. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

export interface Progress {
  /** Sets the number of bytes read from the sources. */
  readonly reached: (bytes: number) => void
  /** Sets the number of processed resources. */
  readonly show: (resources: number) => void
  /** Shows where it ended, and leaves the line. */
  readonly end: () => void
}

const BAR_WIDTH = 24
const SHOW_EVERY_MS = 100
const COLUMNS = 80
const TO_LINE_START = '\r'
const ERASE_TO_LINE_END = '\u001b[K'

/** `totalBytes` is undefined where it cannot be known, as of standard input: then there are numbers without a bar. */
export function progressOn(
  terminal: Terminal,
  { totalBytes, now = Date.now }: { readonly totalBytes: number | undefined; readonly now?: () => number },
): Progress {
  const startedAt = now()
  let [bytes, resources, shownAt] = [0, 0, 0]
  const draw = () => {
    const rate = Math.round(resources / Math.max(0.001, (now() - startedAt) / 1000))
    const line = `${bar(bytes, totalBytes)}${resources} resources, ${rate}/s`
    // A line as wide as the terminal would go on in the next one, and the screen would scroll.
    terminal.write(TO_LINE_START + line.slice(0, (terminal.columns || COLUMNS) - 1) + ERASE_TO_LINE_END)
  }
  if (!terminal.isTTY) return { reached: () => {}, show: () => {}, end: () => {} }
  return {
    reached: (read) => {
      bytes = read
    },
    show: (count) => {
      resources = count
      if (now() - shownAt < SHOW_EVERY_MS) return
      shownAt = now()
      draw()
    },
    end: () => {
      draw()
      terminal.write('\n')
    },
  }
}

function bar(bytes: number, totalBytes: number | undefined): string {
  if (!totalBytes) return ''
  const share = Math.min(1, bytes / totalBytes)
  return `[${'#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')}] ${Math.floor(share * 100)} %, `
}
