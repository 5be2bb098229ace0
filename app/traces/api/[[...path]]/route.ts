// The JSON API of the traces.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ traces }) => traces.handle)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
