// Ends the browser session at the embedded identity provider.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ idp }) => idp.logout)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
