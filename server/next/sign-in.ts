// The portal's sign-in where Next mounts it: /api/auth/**.

import { refuseTooMany } from '../domain/apply-rate-limit.ts'
import { domain } from '../domain/shared-domain.ts'
import { type Context, signIn } from '../session/sign-in.ts'

/** Answers a request of next-auth's script with the domain of this process; 429 after too many (conformance LIM-03). */
export async function nextAuth(request: Request, context: Context): Promise<Response> {
  const current = await domain()
  const tooMany = await refuseTooMany(current.limits, 'session', request)
  return tooMany ?? signIn(current, request, context)
}
