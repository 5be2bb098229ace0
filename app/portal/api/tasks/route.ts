// The tasks that the person at the portal may open.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.tasks)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
