// The JSON API of the console.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ admin }) => admin.handle)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
