// Who is at the portal: the signed-in person, or whom the demo acts as.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.me)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
