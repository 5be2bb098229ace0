// Opens a task: a signed launch token on its way to the app (HTI 2.0).
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.launch)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
