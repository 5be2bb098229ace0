// A failed check in words: why it refused, as a headline says it, and its rule in the person's language, with the protocol's own
// English sentence beside it.
import type { TraceCheck, TraceDetail } from '../api/traces.ts'
import type { Language } from '../i18n/language.ts'
import { callsOf, isRefusedCall } from './calls.ts'
import { inDutch } from './dutch-reasons.ts'
import { plainReason } from './plain-reasons.ts'
import { checksRun, refusalOf, TRACE_TEXTS } from './texts.ts'

export interface Lead {
  /** In the language of the reader. */
  readonly lead: string
  /** The English sentence of the answer, when that is another one. */
  readonly told: string | undefined
}

type FailedCheck = Pick<TraceCheck, 'name' | 'expected' | 'received' | 'meaning' | 'rule' | 'reason'>

/** `check` as it was asked for in that language: its rule is. */
export function leadOf(check: FailedCheck, language: Language): Lead {
  const lead = whyOf(check, language) ?? check.rule
  return { lead, told: check.reason === lead ? undefined : check.reason }
}

/** Why a check refused, to follow a colon: what is known of it, or the first sentence of its meaning. */
export function reasonOf(check: FailedCheck, language: Language): string {
  const [first = ''] = (whyOf(check, language) ?? check.meaning ?? check.rule).split(/\.(?= |$)/)
  return first.replace(/^[A-Z](?=[a-z]*( |$))/, (letter) => letter.toLowerCase())
}

/** What was wrong, by the values or by the answer; undefined where the answer has only the rule. */
function whyOf(check: FailedCheck, language: Language): string | undefined {
  const { reason, rule } = check
  const plain = plainReason(check, language)
  if (plain !== undefined) return `${plain}.`
  if (language === 'nl') return reason === undefined ? undefined : inDutch(reason)
  return reason === rule ? undefined : reason
}

/** One sentence on what happened in a trace. */
export const headlineOf = (trace: TraceDetail, language: Language): string => {
  const refusal = refusalOf(trace)
  const reason = refusal && reasonOf(refusal.check, language)
  const asked = refusal && isRefusedCall(trace) ? refusal.step : undefined
  const calls = callsOf(asked ? [asked] : trace.steps)
  const told = { calls, ...(asked && { failedStatus: asked.status }), ...trace }
  return TRACE_TEXTS[language].sentence(told, { ...checksRun(trace), reason })
}
