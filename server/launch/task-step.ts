// Starts or completes the task, by a JSON Patch with the app's own bearer token (RFC 6902, FHIR R4 http.html#patch).

import { taskStepForm } from '#lib/api/task-step-form.ts'
import { JSON_PATCH } from '#lib/fhir/patch/media-types.ts'
import { passAnswerOn, refusal } from '#lib/fhir/proxy.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import { keyOf } from './answers.ts'
import type { LaunchDeps } from './deps.ts'
import { openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'

/** Changes the status of Tasks. A `test` operation in a patch reads, so both r and u are needed. */
const SCOPE = 'system/Task.ru'

/**
 * POST /launch/api/task with JSON (lib/api/task-step-form.ts). The task is always the one of the launch, whatever the
 * page sends; once it is completed, so are the answers that the app keeps. The answer comes from the FHIR base: the updated Task, 412 when the version has changed, 422 when the
 * task is not this person's.
 */
export const taskStep =
  (deps: LaunchDeps, sessions: Sessions, backend: BackendServices): Handler =>
  async (request) => {
    if (!isSameOrigin(request, deps.publicUrl))
      return refusal(403, 'access_denied', 'The request does not come from a page of this site.')
    const read = await jsonBody(request, taskStepForm)
    if ('problems' in read)
      return refusal(400, 'invalid_request', 'Send JSON with session, version, from and to: the step of a task.')
    const { session, version, from, to } = read.body
    const launch = await openLaunch(deps, sessions, request, session)
    if (launch instanceof Response) return launch
    const { base, task, user, launchId } = launch
    const patch = [
      { op: 'test', path: '/status', value: from },
      { op: 'test', path: '/owner/reference', value: user },
      { op: 'replace', path: '/status', value: to },
    ]
    const write = {
      method: 'PATCH',
      scope: SCOPE,
      headers: { 'content-type': JSON_PATCH, 'if-match': `W/"${version}"` },
      body: JSON.stringify(patch),
    } as const
    const answer = await passAnswerOn(deps.log, 'The task could not be saved', () =>
      backend.write(base, `${base}/${task}`, write, launchId),
    )
    if (answer.ok && to === 'completed') await deps.answers.finish(keyOf(deps, launch), deps.clock())
    return answer
  }
