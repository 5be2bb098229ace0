// Values of filters in an address that no server understands: an old link, or one that was typed.

type Filters = Readonly<Record<string, string | undefined>>

/** What each filter can be; one that is not among these can be anything. */
export type KnownValues = Readonly<Record<string, (value: string) => boolean>>

/** The filters whose values cannot be, each with its value. */
export const badFilters = (filters: Filters, known: KnownValues): readonly (readonly [string, string])[] =>
  Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || !Object.hasOwn(known, name) || known[name]?.(value) ? [] : [[name, value] as const],
  )

/** The filters without those that were not understood. */
export const withoutBad = <Given extends Filters>(filters: Given, known: KnownValues): Given => {
  const bad = new Set(badFilters(filters, known).map(([name]) => name))
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !bad.has(name))) as Given
}
