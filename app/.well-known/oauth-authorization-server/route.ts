// Metadata of the authorization server (RFC 8414 §3).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ oauth }) => oauth.authorizationServerMetadata)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
