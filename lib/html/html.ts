// HTML by tagged template: every value is escaped unless it is itself the outcome of `html`.

/** Text that is HTML already, and is not escaped again. */
export interface Html {
  readonly html: string
}

type Value = Html | string | number | undefined | null | false | readonly Value[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

function render(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'object') return 'html' in value ? value.html : value.map(render).join('')
  return escapeHtml(String(value))
}

/** Markup with its values escaped for element content and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  html: strings.reduce((out, text, index) => out + render(values[index - 1]) + text),
})
