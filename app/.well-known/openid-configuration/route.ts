// Discovery of the authorization server (OpenID Connect Discovery §4).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ oauth }) => oauth.openidConfiguration)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
