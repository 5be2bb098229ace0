// The token endpoint of the embedded identity provider (OpenID Connect Core §3.1.3).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ idp }) => idp.token)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
