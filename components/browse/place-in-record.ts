// Version and tab are kept in the address, so that a place in a record can be handed to somebody else.

function withParameter(name: string, value: string): string {
  const params = new URLSearchParams(window.location.search)
  params.set(name, value)
  return `?${params}`
}

/** Shows a version; the way back leads to the one that was shown before. Next tells the page by useSearchParams. */
export const showVersion = (version: number): void =>
  window.history.pushState(null, '', withParameter('version', String(version)))

/** Shows a tab; tabs are not stations on the way back. */
export const showTab = (tab: string): void => window.history.replaceState(null, '', withParameter('tab', tab))
