// A FHIR request as a curl command; the token is left to the shell.
import { shellQuoted } from '#lib/shell-quoted.ts'
import { type Asked, hasBody, NO_TOKEN } from './asked.ts'

/** The command that sends the request to `url` with the bearer token of `$TOKEN`. */
export function curlOf({ method, client, headers, body }: Asked, url: string): string {
  const given = Object.entries({ accept: 'application/fhir+json', ...headers }).filter(([, value]) => value !== '')
  return [
    `curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(url)}`,
    ...(client === NO_TOKEN ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...given.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(hasBody(method) && body !== '' ? [`--data-raw ${shellQuoted(body)}`] : []),
  ].join(' \\\n  ')
}
