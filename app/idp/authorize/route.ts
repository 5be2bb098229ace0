// The authorization endpoint of the embedded identity provider (OpenID Connect Core §3.1.2).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ idp }) => idp.authorize)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
