// A signed launch for platforms and administrators.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.launches)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
