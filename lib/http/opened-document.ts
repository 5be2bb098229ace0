// Whether somebody opens a page, by what the browser says of the request (Fetch Metadata Request Headers §2; "Sec-Purpose").

/** False for what a script or another page loads, and for what is fetched ahead: nobody looks at it yet, and perhaps never. */
export function opensDocument(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest') ?? 'document' // Older browsers do not say.
  return destination === 'document' && !headers.has('sec-purpose') && !headers.has('purpose')
}
