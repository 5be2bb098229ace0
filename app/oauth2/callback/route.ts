// Where the shared identity provider sends the browser back to: the authorization server answers.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ oauth }) => oauth.callback)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
