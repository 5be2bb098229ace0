// Opens the task that somebody wanted before they signed in.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.goOn)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
