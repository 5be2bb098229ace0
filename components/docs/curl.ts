// A curl command for an operation, with the examples of its description.
import type { HTTP_METHODS, Operation } from '#lib/api/openapi.ts'

interface Target {
  readonly server: string
  readonly path: string
  readonly method: (typeof HTTP_METHODS)[number]
  readonly operation: Omit<Operation, 'responses'>
}

/** The command as a person would type it; a token is left to the shell. */
export function curlOf({ server, path, method, operation }: Target): string {
  const { parameters = [], security = [] } = operation
  const at = parameters.reduce(
    (url, { in: place, name, example = '' }) => (place === 'path' ? url.replace(`{${name}}`, example) : url),
    path,
  )
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query' && parameter.example)
  const query = new URLSearchParams(queryParameters.map(({ name, example = '' }) => [name, example])).toString()
  return [
    `curl ${['get', 'post'].includes(method) ? '' : `-X ${method.toUpperCase()} `}'${server}${at}${query && `?${query}`}'`,
    ...(security.some((scheme) => 'bearer' in scheme) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(security.some((scheme) => 'clientSecret' in scheme) ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...(security.some((scheme) => 'session' in scheme) ? ['-b "$COOKIES"'] : []),
    ...(method === 'get' || !security.some((scheme) => 'session' in scheme) ? [] : [`-H 'Origin: ${server}'`]),
    ...parameters.flatMap(({ in: place, name, example }) =>
      place === 'header' && example ? [`-H '${name}: ${example}'`] : [],
    ),
    ...bodyOf(operation, method),
  ].join(' \\\n  ')
}

/** The fields of a form, or a JSON body. A POST without either says that its body is empty. */
function bodyOf({ requestBody }: Pick<Operation, 'requestBody'>, method: Target['method']): readonly string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!media) return method === 'post' ? ["-d ''"] : []
  if (type === 'application/json') return [`--json '${JSON.stringify(media.example)}'`]
  if (type?.endsWith('+json')) return [`-H 'Content-Type: ${type}'`, `-d '${JSON.stringify(media.example)}'`]
  return Object.entries(media.example ?? {}).map(([name, value]) => `--data-urlencode '${name}=${String(value)}'`)
}
