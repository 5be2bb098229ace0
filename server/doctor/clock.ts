// Compares this machine's clock with another one, by the Date header of its answers (RFC 9110 §6.6.1).
import { type Finding, warning, well, wrong } from './finding.ts'
import type { DoctorTexts } from './texts.ts'

/** Date has whole seconds, and an answer is on its way for a while. */
const UNNOTICED_S = 3
/** The accepted clock difference of tokens and assertions; beyond it they are refused. */
const ALLOWED_S = 30

interface Asked {
  readonly check: string
  /** The other machine, as the sentence begins. */
  readonly who: string
  readonly answer: Response
  /** When the answer arrived, in epoch milliseconds. */
  readonly at: number
}

export function clockFinding({ check, who, answer, at }: Asked, texts: DoctorTexts): Finding {
  const date = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(date)) return warning(check, texts.noTime(who), texts.noTimeRemedy)
  const off = Math.round(Math.abs(at - date) / 1000)
  if (off > ALLOWED_S) return wrong(check, texts.tooFarApart(who, off), texts.apartRemedy)
  const text = texts.apart(who, off)
  return off > UNNOTICED_S ? warning(check, text, texts.apartRemedy) : well(check, text)
}
