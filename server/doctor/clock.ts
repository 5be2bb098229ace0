// Compares this machine's clock with another one, by the Date header of its answers (RFC 9110 §6.6.1).
import { type Finding, warning, well, wrong } from './finding.ts'

/** Date has whole seconds, and an answer is on its way for a while. */
const UNNOTICED_S = 3
/** The accepted clock difference of tokens and assertions; beyond it they are refused. */
const ALLOWED_S = 30

/** `at` is when the answer came, in epoch milliseconds. */
export function clockFinding(check: string, who: string, answer: Response, at: number): Finding {
  const date = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(date))
    return warning(check, `${who} does not tell the time.`, 'Let the proxy pass the header Date on.')
  const off = Math.round(Math.abs(at - date) / 1000)
  const text = `${who} and this machine are ${off} s apart.`
  const remedy = 'Let every machine keep time by NTP (systemd-timesyncd, chrony).'
  if (off > ALLOWED_S) return wrong(check, `${text} Tokens are refused as expired, or as not valid yet.`, remedy)
  return off > UNNOTICED_S ? warning(check, text, remedy) : well(check, text)
}
