// The rerun port of the traces.
import type { TraceDetail } from '#lib/api/traces.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { RerunPort } from '../deps.ts'
import { modeOf } from './modes.ts'
import type { RerunParts } from './rerun.ts'

interface Around {
  /** The person at the portal, who is the only one that the portal opens tasks for. */
  readonly personOf: (request: Request) => Promise<string | undefined>
  readonly limit: RateLimit
  readonly callerOf: (request: Request) => string
}

/** The rerun port, which only the demo has. */
export function rerunPort(parts: RerunParts, { personOf, limit, callerOf }: Around): RerunPort {
  const parties = { portal: parts.portal.clientId, app: parts.app.clientId }
  const offered = async (request: Request, trace: TraceDetail) => {
    const modes = trace.steps.map((step) => modeOf(trace, step, parties))
    const opens = trace.steps.some(({ step }, index) => step === 'portal.launch' && modes[index] !== undefined)
    const isPerson = opens && (await personOf(request).catch(() => undefined)) === trace.user
    return modes.map((mode, index) => (trace.steps[index]?.step === 'portal.launch' && !isPerson ? undefined : mode))
  }
  return {
    offered,
    waitFor: async (request) => (await limit.count(callerOf(request)))?.retryAfter,
    run: async (request, trace, index) => {
      const step = trace.steps[index]
      const mode = (await offered(request, trace))[index]
      if (!step || !mode) return undefined
      const { rerun } = await import('./rerun.ts') // Loaded on demand: it brings a browser's parser and cookies, which would slow each start.
      return rerun(parts, request, trace, step)
    },
  }
}
