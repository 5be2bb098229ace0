// Ends the session of the receiving app.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ launch }) => launch.end)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
