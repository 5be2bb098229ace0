// The required shapes of a remote domain's answers: another program, or another version, may answer differently.
import { z } from 'zod'
import { isWebUrl } from '#lib/http/web-url.ts'

const text = z.string().min(1)
const address = z.string().refine(isWebUrl)
const count = z.number()
const some = z.looseObject({})

export const STATUS = z.looseObject({
  publicUrl: address,
  issuer: address,
  baseUrl: address,
  identityProvider: address,
  embeddedIdentityProvider: z.boolean(),
  demo: z.boolean(),
  counts: z.looseObject({ apps: count, accounts: count, resources: count, traces: count, auditEvents: count }),
  refusals: z.array(some),
})

export const APPS = z.looseObject({ items: z.array(z.looseObject({ clientId: text })) })
export const APP = z.looseObject({ clientId: text })
export const ROLES = z.looseObject({ items: z.array(z.looseObject({ name: text, permissions: z.array(some) })) })
export const TRACES = z.looseObject({ items: z.array(z.looseObject({ id: text })), change: count })
export const TRACE = z.looseObject({ id: text, steps: z.array(some) })
export const SIGNED = z.looseObject({ trace_id: text, platform: text, launch_token: text, task: text })
