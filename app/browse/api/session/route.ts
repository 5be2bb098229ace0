// Who looks at the records, and whether they may.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ browse }) => browse.session)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
