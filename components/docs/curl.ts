// A curl command for an operation, with the examples of its description.
import type { Operation } from '#lib/api/openapi.ts'

interface Target {
  readonly server: string
  readonly path: string
  readonly operation: Operation
}

/** The command as a person would type it; a token is left to the shell. */
export function curlOf({ server, path, operation }: Target): string {
  const { parameters = [], requestBody, security = [] } = operation
  const at = parameters.reduce(
    (url, { in: place, name, example = '' }) => (place === 'path' ? url.replace(`{${name}}`, example) : url),
    path,
  )
  const asked = parameters.filter((parameter) => parameter.in === 'query' && parameter.example)
  const query = new URLSearchParams(asked.map(({ name, example = '' }) => [name, example])).toString()
  const form = Object.values(requestBody?.content ?? {})[0]?.example ?? {}
  return [
    `curl '${server}${at}${query && `?${query}`}'`,
    ...(security.some((scheme) => 'bearer' in scheme) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(security.some((scheme) => 'clientSecret' in scheme) ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...Object.entries(form).map(([name, value]) => `--data-urlencode '${name}=${String(value)}'`),
  ].join(' \\\n  ')
}
