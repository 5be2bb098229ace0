// The request body of POST /subscriptions/api: a zod schema that the server validates with and from which /openapi.json is made.
import { z } from 'zod'

/** In characters; the rules for a Subscription are stricter and say why. */
const LONGEST = 4096
const text = z.string().trim().min(1).max(LONGEST)
const MOST_HEADERS = 10

/** POST /subscriptions/api */
export const newSubscriptionForm = z.object({
  app: text.describe('client_id of the app whose it becomes.'),
  reason: text.describe('What it is for, which is also its name on pages.'),
  criteria: text.describe('Such as Task?status=ready.'),
  endpoint: text,
  header: z.array(text).max(MOST_HEADERS).default([]).describe('Each as "Name: value".'),
})
