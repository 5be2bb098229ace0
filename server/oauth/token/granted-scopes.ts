// Grants system scopes: the requested ones that the client's role permits (SMART App Launch 2.2, conformance CCG-05 to
// CCG-10).
import { isChange, permits, permitsChange } from '#lib/oauth/permission-scope.ts'
import { formatSystemScope, parseSystemScope, type SystemScope } from '#lib/oauth/smart-scope.ts'
import { Refusal } from '../refusal.ts'

/** scope of RFC 6749 §3.3. */
const SCOPE_GRAMMAR = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/

/**
 * The granted scopes in their token form; empty when there is nothing to grant. An empty request means all permitted
 * scopes; scopes of other kinds are ignored. Throws a Refusal for an invalid system scope.
 */
export function grantScopes(
  requested: string,
  permitted: readonly SystemScope[],
  servedTypes: readonly string[],
): string {
  const served = permitted.filter(({ type }) => type === '*' || servedTypes.includes(type))
  const granted =
    requested === ''
      ? served
      : parseRequested(requested).flatMap((asked) =>
          asked.type === '*' || servedTypes.includes(asked.type)
            ? served.flatMap((allowed) => intersection(asked, allowed) ?? [])
            : [],
        )
  return merged(granted).map(formatSystemScope).join(' ')
}

function parseRequested(requested: string): readonly SystemScope[] {
  if (!SCOPE_GRAMMAR.test(requested)) throw refusal('scope must be scopes separated by one space.')
  return requested
    .split(' ')
    .filter((scope) => scope.startsWith('system/'))
    .map((scope) => {
      const parsed = parseSystemScope(scope)
      if (!parsed) throw refusal('a system scope must be system/Type.letters, with letters of cruds in that order.')
      return parsed
    })
}

const refusal = (expected: string) => new Refusal('token.scope', 'invalid_scope', expected)

/** The allowed part of the requested scope; undefined when there is none. */
function intersection(asked: SystemScope, allowed: SystemScope): SystemScope | undefined {
  const type = asked.type === '*' ? allowed.type : permits(allowed.type, asked.type) ? asked.type : undefined
  const operations = [...asked.operations].filter((letter) => allowed.operations.includes(letter)).join('')
  const origins =
    asked.origins && allowed.origins
      ? asked.origins.filter((id) => allowed.origins?.includes(id))
      : (asked.origins ?? allowed.origins)
  if (!type || !operations || origins?.length === 0) return undefined
  return origins ? { type, operations, origins } : { type, operations }
}

/**
 * The scopes without duplicates and without those that another one contains; the permission letters of equal ones are
 * merged.
 */
function merged(scopes: readonly SystemScope[]): readonly SystemScope[] {
  const together = new Map<string, SystemScope>()
  for (const scope of scopes) {
    const key = `${scope.type} ${scope.origins ? [...scope.origins].sort().join() : '*'}`
    const letters = (together.get(key)?.operations ?? '') + scope.operations
    together.set(key, { ...scope, operations: [...'cruds'].filter((letter) => letters.includes(letter)).join('') })
  }
  const all = [...together.values()]
  return all.filter((scope) => !all.some((other) => other !== scope && contains(other, scope)))
}

/** A `*` does not contain the right to change a type that it lets nobody change. */
const contains = (outer: SystemScope, inner: SystemScope): boolean =>
  (outer.type === '*' || outer.type === inner.type) &&
  [...inner.operations].every(
    (letter) => outer.operations.includes(letter) && (!isChange(letter) || permitsChange(outer.type, inner.type)),
  ) &&
  (!outer.origins || inner.origins?.every((id) => outer.origins?.includes(id)) === true)
