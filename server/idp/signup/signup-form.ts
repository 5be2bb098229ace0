// Parses the sign-up form and reports its problems. Other posted fields are ignored.

import { z } from 'zod'
import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import { isGuessable } from '#lib/guessable-password.ts'
import type { Params } from '#lib/http/params.ts'
import { isEmailUserName, typedUserName } from '#lib/oauth/user-name.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#lib/password-length.ts'
import { isName, normalForm } from '#lib/text.ts'

const NAME_LIMIT = 100
const OLDEST_BIRTH_DATE = '1900-01-01'

export const SIGNUP_FIELDS = ['name', 'birthDate', 'gender', 'email', 'password'] as const
export type SignupField = (typeof SIGNUP_FIELDS)[number]

const FIELD_PROBLEMS = [
  'name-missing',
  'name-long',
  'name-characters',
  'birth-date',
  'gender',
  'email',
  'password-short',
  'password-long',
  'password-guessable',
] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

export type Problems = Readonly<Partial<Record<SignupField, FieldProblem>>>

export interface Signup {
  readonly name: string
  readonly birthDate: string
  readonly gender: (typeof GENDERS)[number]
  /** Normalised. */
  readonly email: string
  readonly password: string
}

/** Zod's messages are the names of the problems; the page translates them. */
const says = (problem: FieldProblem) => ({ error: problem })

const signupSchema = (today: string) =>
  z.object({
    name: z
      .string()
      .transform((name) => normalForm(name, 'NFC').replace(/\s+/g, ' ').trim())
      .pipe(
        z
          .string()
          .min(1, says('name-missing'))
          .max(NAME_LIMIT, says('name-long'))
          .refine(isName, says('name-characters')),
      ),
    birthDate: z.iso
      .date(says('birth-date'))
      .refine((date) => date >= OLDEST_BIRTH_DATE && date <= today, says('birth-date')),
    gender: z.enum(GENDERS, says('gender')),
    email: z.string().transform(typedUserName).refine(isEmailUserName, says('email')),
    password: z.string().min(SHORTEST_PASSWORD, says('password-short')).max(LONGEST_PASSWORD, says('password-long')),
  })

/** The sign-up in a form, or the first problem of each field. `now` in epoch milliseconds. */
export function parseSignup(form: Params, now: number): { readonly signup: Signup } | { readonly problems: Problems } {
  const fields = Object.fromEntries(SIGNUP_FIELDS.map((field) => [field, form.get(field) ?? '']))
  const parsed = signupSchema(new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length)).safeParse(fields)
  if (parsed.success && isGuessable(parsed.data.password, parsed.data.email))
    return { problems: { password: 'password-guessable' } }
  if (parsed.success) return { signup: parsed.data }
  const problems: Partial<Record<SignupField, FieldProblem>> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = SIGNUP_FIELDS.find((known) => known === path[0])
    const problem = FIELD_PROBLEMS.find((known) => known === message)
    if (field && problem) problems[field] ??= problem
  }
  return { problems }
}
