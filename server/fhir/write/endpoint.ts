// Answers a write: its interaction reads the body after the caller's permission is checked.
import type { BasePath } from '#lib/fhir/bases.ts'
import { queryParams } from '#lib/http/params.ts'
import type { Caller } from '../caller.ts'
import type { WriteInteraction } from '../exchange.ts'
import { type Format, negotiate } from '../http/negotiate.ts'
import { numbersOf, type Reply, sendWritten } from '../http/send.ts'
import { legible, prettyOf } from '../request.ts'

/** Performs a write and sends its answer. */
export async function answerWrite(
  reply: Reply,
  base: BasePath,
  path: Readonly<Record<string, string>>,
  caller: Caller,
  interaction: WriteInteraction,
): Promise<Response> {
  const { deps, request, recorder } = reply
  const { headers } = request
  const params = queryParams(request)
  let format: Format = 'application/fhir+json'
  const negotiated = () => {
    format = negotiate(headers.get('accept'), legible(params))
    prettyOf(params)
  }
  const written = await interaction({
    ...{ deps, base, path, params, headers, pretty: false, caller, recorder, request },
    numbers: numbersOf(reply),
    negotiate: negotiated,
    auditedAs: (name) => {
      reply.interaction = name
    },
  })
  return sendWritten(reply, written, { format, pretty: prettyOf(params) })
}
