// The authorization endpoint (RFC 6749 §3.1): the authorization server answers, whatever the method.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ oauth }) => oauth.authorize)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
