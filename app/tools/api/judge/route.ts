// What the authorization server makes of a token.
import { answer } from '#server/domain/domain.ts'

const handler = answer(({ connect }) => connect.judge)

export {
  handler as GET,
  handler as HEAD,
  handler as POST,
  handler as PUT,
  handler as PATCH,
  handler as DELETE,
  handler as OPTIONS,
}
