// The redirect_uri of the receiving app (RFC 6749 §3.1.2).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ launch }) => launch.callback)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
