// Comes back from a sign-out at the identity provider.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.signedOut)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
