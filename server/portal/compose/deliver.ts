// Delivers a composed launch: directly to the app, in a frame, twice, or by a ticket that a phone opens.
import type { ComposeTicket, Composition } from '#lib/api/compose.ts'
import { MINUTE } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { requestBody } from '#lib/http/params.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { assertSameOrigin, goesStepByStep, readForm } from '../form.ts'
import { handOverPage, handOverStep } from '../hand-over.ts'
import { assertComposable, type Composed, compose, parseComposition } from './compose.ts'
import { framePage, openTicketPage, twicePage } from './pages.ts'
import { assertComposeRate, assertMayCompose } from './who-may.ts'

/** Time to pick up a phone and scan. The token itself is signed when the ticket is opened. */
const TICKET_LIFETIME_MS = 5 * MINUTE

/** POST /portal/compose/launch: form `composition` (JSON), optional `in` = frame. */
export const deliver =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request, recorder: StepRecorder): Promise<Response> => {
    await recorder.check('portal.person', async () => {
      assertSameOrigin(deps, request)
      await assertMayCompose(deps, request)
      await assertComposeRate(deps, request)
    })
    const form = await recorder.precheck('portal.task', () => readForm(request))
    const composition = recorder.precheck('portal.task', () => parseComposition(form.get('composition')))
    const language = languageOf(request)
    const composed = await compose(deps, fhir, composition, { recorder, language })
    if (goesStepByStep(deps, form)) {
      const { app, fields } = composed
      const method = composition.delivery === 'get' ? 'get' : 'post'
      return handOverStep(deps.publicUrl, { language, address: app.launchUrl, fields, method, now: deps.clock() })
    }
    return form.get('in') === 'frame' ? framePage(language, composed) : leave(request, composed)
  }

/** POST /portal/api/compose/ticket with a Composition. */
export const makeTicket =
  (deps: PortalDeps) =>
  async (request: Request): Promise<ComposeTicket> => {
    assertSameOrigin(deps, request)
    await assertMayCompose(deps, request)
    await assertComposeRate(deps, request)
    const composition = parseComposition(await requestBody(request))
    await assertComposable(deps, composition)
    const ticket = deps.random.token()
    const now = deps.clock()
    const expiresAt = now + TICKET_LIFETIME_MS
    const data = JSON.stringify(composition)
    const network = deps.compose.networkOf(request)
    await deps.compose.tickets.create({ ticketHash: sha256(ticket), data, expiresAt, network }, now)
    // In the fragment, which no server and no log sees.
    return { url: `${deps.publicUrl}/portal/compose/open#${ticket}`, expiresAt }
  }

/** GET /portal/compose/open: a page that takes the ticket out of its address. A link preview consumes nothing. */
export const showTicket =
  ({ publicUrl }: PortalDeps) =>
  async (request: Request): Promise<Response> =>
    openTicketPage(languageOf(request), publicUrl)

/** POST /portal/compose/open: form `ticket`. Uses up the ticket and hands the browser over to the app. */
export const openTicket =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request, recorder: StepRecorder): Promise<Response> => {
    recorder.check('portal.person', () => assertSameOrigin(deps, request))
    const composition = await recorder.precheck('portal.task', () => useTicket(deps, request))
    return leave(request, await compose(deps, fhir, composition, { recorder, language: languageOf(request) }))
  }

/** Consumes the form's ticket, which works once. Throws PortalFailure. */
async function useTicket({ compose: { tickets }, clock }: PortalDeps, request: Request): Promise<Composition> {
  const ticket = (await readForm(request)).get('ticket') ?? ''
  const found = await tickets.consume(sha256(ticket), clock())
  if (!found) throw new PortalFailure('ticket_gone')
  return parseComposition(found.data)
}

function leave(request: Request, composed: Composed): Response {
  const language = languageOf(request)
  const { app, fields, composition, tracePage } = composed
  if (composition.fail === 'replayed') return twicePage(language, composed)
  const method = composition.delivery === 'get' ? 'get' : 'post'
  return handOverPage({ language, address: app.launchUrl, fields, method, app: app.name, tracePage })
}
