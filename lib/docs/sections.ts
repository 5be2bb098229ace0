// The headings of a document in Markdown, each with its anchor and the text below it.

/** A heading with the text up to the next heading. */
export interface Section {
  /** 1 for the title of the document. */
  readonly depth: number
  /** Plain text, without markup. */
  readonly title: string
  /** The fragment of its address, as GitHub makes it; unique within the document. */
  readonly anchor: string
  /** The Markdown from below the heading to the next one. */
  readonly text: string
}

const HEADING = /^(#{1,6}) (.+?) *#*$/
const FENCE = /^ *(```|~~~)/

/** The sections of a document in order; text before its first heading belongs to none. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: { depth: number; title: string; anchor: string; lines: string[] }[] = []
  const anchorOf = anchors()
  let inCode = false
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) inCode = !inCode
    const [, hashes = '', heading = ''] = (!inCode && HEADING.exec(line)) || []
    if (hashes === '') sections.at(-1)?.lines.push(line)
    else {
      const title = plainText(heading)
      sections.push({ depth: hashes.length, title, anchor: anchorOf(title), lines: [] })
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

/** A document's sections with the anchors of its original, so that an address leads to the same place in either language. */
export function translatedSections(markdown: string, original: string): readonly Section[] {
  const anchors = sectionsOf(original).map(({ anchor }) => anchor)
  return sectionsOf(markdown).map((section, at) => ({ ...section, anchor: anchors[at] ?? section.anchor }))
}

/** Gives each title of a document its anchor: a repeated title gets a number. */
function anchors(): (title: string) => string {
  const seen = new Map<string, number>()
  return (title) => {
    const base = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(base) ?? 0
    seen.set(base, before + 1)
    return before === 0 ? base : `${base}-${before}`
  }
}

/** Markdown as the words that a reader sees. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^ *(```|~~~).*$/gm, '')
    .replace(/^ *\|?[ :|-]+\|?$/gm, '')
    .replace(/`|\*\*|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replace(/ *\| */g, ' ')
    .trim()
