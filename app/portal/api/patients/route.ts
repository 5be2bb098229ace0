// The patients that the person at the portal may open, page by page.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ portal }) => portal.patients)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
