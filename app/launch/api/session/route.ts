// What the receiving app knows about the launch of this browser.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ launch }) => launch.session)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
