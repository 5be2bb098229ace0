// Tells whether a person opens a page, by the Fetch Metadata of the request (Fetch Metadata Request Headers §2;
// "Sec-Purpose").

/** False for requests by a script or by another page, and for prefetches, which a person may never look at. */
export function opensDocument(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest') ?? 'document' // Older browsers do not say.
  return destination === 'document' && !headers.has('sec-purpose') && !headers.has('purpose')
}
