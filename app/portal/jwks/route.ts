// The public keys of the launching portal (RFC 7517 §5).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.jwks)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
