// The filters of traces: query parameters of /traces and of its API.
export const FILTERS = ['app', 'user', 'outcome', 'check', 'text'] as const

export type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>

const NAMES: readonly string[] = FILTERS

/** The filters that an address names. */
export const filtersOf = (query: URLSearchParams): Filters =>
  Object.fromEntries([...query].filter(([name, value]) => value !== '' && NAMES.includes(name)))
