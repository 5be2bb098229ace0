// The filters of traces: query parameters of /traces and of its API.
export const FILTERS = ['app', 'user', 'outcome', 'check', 'text'] as const

export type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>
