// What a page keeps in this tab (sessionStorage) for whoever is signed in: it goes when they sign out, and nobody else reads it.

const PREFIX = 'slipway-session:'

/** What `person` kept under that name; undefined when somebody else did, whose is then forgotten. */
export function readKept<Value>(name: string, person: string): Value | undefined {
  const kept = inTab((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? '{}'))
  if (kept?.of === person) return kept.value
  inTab((storage) => storage.removeItem(PREFIX + name))
  return undefined
}

/** Keeps a value for `person`, in place of what was kept under that name. */
export const keep = (name: string, person: string, value: unknown): void =>
  inTab((storage) => storage.setItem(PREFIX + name, JSON.stringify({ of: person, value })))

/** At sign-out. */
export const forgetKept = (): void =>
  inTab((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  })

/** The browser may have no storage for this site: then nothing is kept. */
function inTab<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    return undefined
  }
}
