// Version and tab are in the address, so that a link leads to the same place in a record.

function withParameter(name: string, value: string): string {
  const params = new URLSearchParams(window.location.search)
  params.set(name, value)
  return `?${params}`
}

/** Shows a version; Back leads to the one shown before. Next updates the page by useSearchParams. */
export const showVersion = (version: number): void =>
  window.history.pushState(null, '', withParameter('version', String(version)))

/** Shows a tab; tabs are not stations on the way back. */
export const showTab = (tab: string): void => window.history.replaceState(null, '', withParameter('tab', tab))
