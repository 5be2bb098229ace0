// Decodes a JWT in the browser for display, without verifying it.
import { isObject, parsedJson } from '#lib/json.ts'
import { fromBase64url } from './encoding.ts'

/** The parts of a JWT that can be read without its key. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** The defect: the number of parts, or the base64url or JSON of one. */
export type JwtProblem =
  | { readonly kind: 'parts'; readonly count: number }
  | { readonly kind: 'base64url' | 'json'; readonly part: 'header' | 'claims' }

/** Header and claims, or the problem of the text. */
export function decodeJwt(text: string): DecodedJwt | JwtProblem {
  const parts = text.trim().split('.')
  if (parts.length !== 3) return { kind: 'parts', count: parts.length }
  const header = decodePart(parts[0] ?? '', 'header')
  const claims = decodePart(parts[1] ?? '', 'claims')
  if ('problem' in header) return header.problem
  if ('problem' in claims) return claims.problem
  return { header: header.value, claims: claims.value }
}

function decodePart(
  text: string,
  part: 'header' | 'claims',
): { readonly value: Readonly<Record<string, unknown>> } | { readonly problem: JwtProblem } {
  let json: string
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(text))
  } catch {
    return { problem: { kind: 'base64url', part } }
  }
  const value = parsedJson(json)
  return isObject(value) ? { value } : { problem: { kind: 'json', part } }
}
