// The public keys of the authorization server (RFC 7517 §5).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ oauth }) => oauth.jwks)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
