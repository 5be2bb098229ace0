// The sign-up page: a plain form whose problems are listed at the top and beside each field.

import { GENDERS } from '#lib/fhir/administrative-gender.ts'
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { alertBox } from '#lib/html/pieces.ts'
import type { Language } from '#lib/i18n/language.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#lib/password-length.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import type { Interaction } from '../interaction.ts'
import { languageSwitch } from '../language-switch.ts'
import { bound, nameOfExpected } from '../login/login-page.ts'
import { TEXTS } from '../texts.ts'
import { whoseTask } from './in-launch-page.ts'
import { type Problems, SIGNUP_FIELDS, type SignupField } from './signup-form.ts'

interface SignupPage {
  readonly language: Language
  readonly interaction: Interaction
  /** The values as typed; the password is never sent back. */
  readonly values: Readonly<Partial<Record<SignupField, string>>>
  readonly problems: Problems
  /** An error that belongs to no field. */
  readonly error?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The page as a response. It has no form-action, for the reason given in login-page.ts. */
export function signupPage(
  { issuer, demoAccounts }: Pick<IdpDeps, 'issuer' | 'demoAccounts'>,
  page: SignupPage,
): Response {
  const texts = TEXTS[page.language]
  const { signup } = texts
  const paths = endpointsOf(issuer)
  const expected = nameOfExpected(page.interaction, demoAccounts)
  return respondPage({
    language: page.language,
    title: signup.title,
    actor: 'idp',
    aside: languageSwitch(page.language, paths.signup, page.interaction.id),
    ...(page.status ? { status: page.status } : {}),
    ...(page.headers ? { headers: page.headers } : {}),
    body: html`<h1>${signup.title}</h1>
<p class="lead">${expected === undefined ? signup.intro : whoseTask(expected, signup.inLaunch)}</p>
${page.error ? alertBox(page.error) : summary(page)}
<form class="stack" method="post" action="${paths.signup}" novalidate>
${bound(page.interaction)}
${textField(page, 'name', { label: signup.name, hint: signup.nameHint, attributes: html`autocomplete="name" maxlength="100"` })}
<div class="pair">
${textField(page, 'birthDate', { label: signup.birthDate, attributes: html`type="date" min="1900-01-01" autocomplete="bday"` })}
${genderField(page)}
</div>
${textField(page, 'email', { label: texts.email, hint: signup.emailHint, attributes: html`inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254"` })}
${textField(page, 'password', { label: texts.password, hint: signup.passwordHint, attributes: html`type="password" autocomplete="new-password" minlength="${SHORTEST_PASSWORD}" maxlength="${LONGEST_PASSWORD}"` })}
<p class="actions"><button class="button" type="submit">${signup.submit}</button></p>
</form>
<p class="aside">${signup.haveAccount} <a href="${paths.login}?interaction=${page.interaction.id}">${signup.logIn}</a></p>`,
  })
}

/** Takes the focus, so that a screen reader starts here. */
function summary({ language, problems }: SignupPage): Html | undefined {
  const { signup } = TEXTS[language]
  const items = SIGNUP_FIELDS.flatMap((field) => {
    const problem = problems[field]
    return problem ? [html`<li><a href="#${field}">${signup.problems[problem]}</a></li>`] : []
  })
  if (items.length === 0) return undefined
  return html`<div class="alert" role="alert" tabindex="-1" autofocus><h2>${signup.summary}</h2><ul>${items}</ul></div>`
}

interface TextField {
  readonly label: string
  readonly hint?: string
  readonly attributes: Html
}

function textField(
  { language, values, problems }: SignupPage,
  field: SignupField,
  { label, hint, attributes }: TextField,
) {
  const problem = problems[field]
  return html`<div class="field"><label for="${field}">${label}</label>
<input id="${field}" name="${field}" value="${values[field] ?? ''}" ${attributes} required${describedBy(field, hint, problem)}>
${hint ? html`<p class="hint" id="${field}-hint">${hint}</p>` : undefined}
${problem ? html`<p class="problem" id="${field}-problem">${TEXTS[language].signup.problems[problem]}</p>` : undefined}</div>`
}

function genderField({ language, values, problems }: SignupPage): Html {
  const { signup } = TEXTS[language]
  const problem = problems.gender
  return html`<div class="field"><label for="gender">${signup.gender}</label>
<select id="gender" name="gender" autocomplete="sex" required${describedBy('gender', undefined, problem)}>
<option value="">${signup.choose}</option>${GENDERS.map(
    (gender) =>
      html`<option value="${gender}"${values.gender === gender ? html` selected` : undefined}>${signup.genders[gender]}</option>`,
  )}</select>
${problem ? html`<p class="problem" id="gender-problem">${signup.problems[problem]}</p>` : undefined}</div>`
}

function describedBy(field: SignupField, hint: string | undefined, problem: string | undefined): Html | undefined {
  const ids = [...(problem ? [`${field}-problem`] : []), ...(hint ? [`${field}-hint`] : [])]
  if (ids.length === 0) return undefined
  return html` aria-describedby="${ids.join(' ')}"${problem ? html` aria-invalid="true"` : undefined}`
}
