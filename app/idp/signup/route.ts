// The form by which a person makes an account at the embedded identity provider.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ idp }) => idp.signup)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
