// Remembers, in a cookie, the task that a person wants to open but must log in for first.
import { MINUTE, SECOND } from '#lib/clock.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import type { PortalDeps } from './deps.ts'

/** Only a form of the portal sets it, so that no other site can choose the task to open. */
const COOKIE = 'slipway-portal-task'
const LIFETIME_S = (10 * MINUTE) / SECOND

/** The ids of a task and its patient, without type. */
interface WantedTask {
  readonly task: string
  readonly patient: string | undefined
}

/** Redirects to the page that asks for a log-in and then opens the task. */
export function signInFirst({ cookies, publicUrl }: PortalDeps, request: Request, form: Params): Response {
  const wanted = [form.get('task') ?? '', form.get('patient') ?? ''].map((one) => one.replace(/^(Task|Patient)\//, ''))
  const [task = '', patient = ''] = wanted
  const isWhole = isResourceId(task) && (patient === '' || isResourceId(patient))
  const headers = isWhole ? { 'set-cookie': cookies.write(COOKIE, `${task}~${patient}`, KEPT) } : undefined
  return respondRedirect(request, `${publicUrl}/portal?${headers ? 'go-on' : 'sign-in'}`, headers)
}

const KEPT = { maxAge: LIFETIME_S }

/** The task that this browser wanted to open before the log-in. */
export function wantedTask({ cookies }: PortalDeps, request: Request): WantedTask | undefined {
  const [task = '', patient = ''] = (cookies.read(request, COOKIE) ?? '').split('~')
  if (!isResourceId(task)) return undefined
  return { task, patient: isResourceId(patient) ? patient : undefined }
}

/** A Set-Cookie value that clears the cookie: the task is opened once. */
export const forgetTask = ({ cookies }: PortalDeps): string => cookies.clear(COOKIE)
