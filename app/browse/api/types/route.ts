// What there is to look at in the record browser.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ browse }) => browse.types)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
