// Discovery of the embedded identity provider (OpenID Connect Discovery §4).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ idp }) => idp.openidConfiguration)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
