// Next calls this once, before it answers anything.

/** Makes Next alone the whole service. Where `npm start` has opened the domain, its server does all of this. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || 'slipwayDomain' in globalThis) return
  const { serveAlone } = await import('#server/next/alone.ts')
  await serveAlone()
}
