// The answer to one change: the current content, as far as its writer may read it and wants it (Prefer: return=…).
import { outcomeText } from '#lib/fhir/operation-outcome.ts'
import { versionReference } from '../audited.ts'
import { may } from '../authorize.ts'
import type { WriteExchange } from '../exchange.ts'
import type { Written } from '../result.ts'
import { seenBy } from '../secret-headers.ts'
import type { Applied } from './change.ts'
import { preferredReturn, type Return } from './prefer.ts'

/** `unless` is what to return when the client states no preference. */
export function answerTo(
  applied: Applied,
  { headers, caller, deps, base }: WriteExchange,
  unless: 'minimal' | 'representation' = 'representation',
): Written {
  const { outcome, version, change } = applied
  const preferred = preferredReturn(headers)
  const status = outcome === 'created' ? 201 : change.kind === 'delete' ? 204 : 200
  const location = version?.deleted === false ? `${deps.baseUrl}${base}/${versionReference(version)}` : undefined
  const shared = { version, location }
  if (preferred === 'OperationOutcome')
    return { ...shared, status: status === 204 ? 200 : status, body: toldOf(applied), applied: preferred }
  if (status === 204 || !version)
    return { ...shared, status, ...(preferred === 'minimal' ? { applied: preferred } : {}) }
  // A writer without permission to read sees nothing of the resource (conformance ORI-11).
  const given: Return = may(caller, 'r', version) ? (preferred ?? unless) : 'minimal'
  return {
    ...shared,
    status,
    ...(given === 'representation' && version.body !== undefined ? { body: seenBy(version, caller).body ?? '' } : {}),
    ...(preferred !== undefined || given !== unless ? { applied: given } : {}),
  }
}

const WORDS: Readonly<Record<Applied['outcome'], string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  found: 'It existed already',
  unchanged: 'Nothing had to be changed',
  absent: 'There was nothing to delete',
}

/** An OperationOutcome that says what happened. */
export const toldOf = ({ outcome, version, warnings }: Applied): string =>
  outcomeText(
    {
      severity: 'information',
      code: 'informational',
      text: WORDS[outcome],
      ...(version ? { diagnostics: `${WORDS[outcome]}: ${versionReference(version)}` } : {}),
    },
    ...warnings.map((warning) => ({ severity: 'warning' as const, code: 'processing', text: warning })),
  )
