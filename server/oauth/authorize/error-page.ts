// The error page of authorize, for requests that cannot be answered by redirect (conformance PAGE400, ERR-08): the
// problem in plain words, the remedy, and a reference for support.
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { UNAVAILABLE_TEXTS } from '#lib/html/unavailable-texts.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '#lib/http/request-id.ts'
import { type Catalogue, languageOf } from '#lib/i18n/language.ts'
import type { OauthDeps } from '../deps.ts'

export type PageName =
  | 'request'
  | 'application'
  | 'return_address'
  | 'unproven'
  | 'login_gone'
  | 'wrong_provider'
  | 'method'
  | 'fault'
  | 'unavailable'
  | 'full'
  | 'too_many'

interface PageText {
  readonly title: string
  readonly whatToDo: string
}

const TEXTS: Catalogue<
  Readonly<Record<PageName, PageText>> & {
    readonly requestId: string
    readonly explained: string
    readonly goOn: string
  }
> = {
  en: {
    requestId: 'If you ask for help, mention this number:',
    explained: 'For the people who run the app: what was checked, and how to fix it',
    goOn: 'Go to the portal',
    request: {
      title: 'This link is not complete',
      whatToDo: 'Go back to the app that sent you here and start again.',
    },
    application: {
      title: 'This app is not known here',
      whatToDo: 'Tell the people who run the app that it must be registered and approved in this care domain.',
    },
    return_address: {
      title: 'This app did not give an address for its answer that is registered here',
      whatToDo: 'For your safety nothing was sent. Tell the people who run the app.',
    },
    unproven: {
      title: 'This launch does not come from a portal of this care domain',
      whatToDo:
        'For your safety nothing was sent. Open the task again from your portal: a launch lasts five minutes. If it happens again, tell the people who run the app.',
    },
    login_gone: {
      title: 'This login has ended, or started in another browser',
      whatToDo: 'Open the task again from your portal, in this browser. The browser must accept cookies.',
    },
    wrong_provider: {
      title: 'The answer came from a different login service',
      whatToDo:
        'For your safety nothing was opened. Open the task again from your portal. If it happens again, tell the people who run the app.',
    },
    method: {
      title: 'This address cannot be used in that way',
      whatToDo: 'Go back to the app that sent you here and start again.',
    },
    fault: {
      title: 'Something went wrong on our side',
      whatToDo:
        'Wait a few minutes and open the task again from your portal. If it happens again, tell the people who run the app.',
    },
    unavailable: {
      title: UNAVAILABLE_TEXTS.en.unavailable.title,
      whatToDo:
        'Wait a few seconds and load this page again. If it happens again, open the task again from your portal.',
    },
    full: {
      title: UNAVAILABLE_TEXTS.en.full.title,
      whatToDo: `${UNAVAILABLE_TEXTS.en.full.text} Open the task again from your portal after that.`,
    },
    too_many: {
      title: 'Too many apps were opened from here at once',
      whatToDo: 'Wait a minute and open the task again from your portal.',
    },
  },
  nl: {
    requestId: 'Vraag je om hulp, noem dan dit nummer:',
    explained: 'Voor de beheerders van de app: wat er gecontroleerd is, en hoe je het oplost',
    goOn: 'Naar het portaal',
    request: {
      title: 'Deze link is niet compleet',
      whatToDo: 'Ga terug naar de app waar je vandaan komt en begin opnieuw.',
    },
    application: {
      title: 'Deze app is hier niet bekend',
      whatToDo: 'Meld de beheerders van de app dat die in dit zorgdomein geregistreerd en goedgekeurd moet zijn.',
    },
    return_address: {
      title: 'Deze app gaf voor het antwoord geen adres dat hier is geregistreerd',
      whatToDo: 'Voor je veiligheid is er niets verstuurd. Meld het aan de beheerders van de app.',
    },
    unproven: {
      title: 'Deze launch komt niet van een portaal uit dit zorgdomein',
      whatToDo:
        'Voor je veiligheid is er niets verstuurd. Open de taak opnieuw vanuit je portaal: een launch is vijf minuten geldig. Gebeurt het weer, laat het dan weten aan wie de app beheert.',
    },
    login_gone: {
      title: 'Deze login is voorbij, of is in een andere browser begonnen',
      whatToDo: 'Open de taak opnieuw vanuit je portaal, in deze browser. De browser moet cookies toestaan.',
    },
    wrong_provider: {
      title: 'Het antwoord kwam van een andere inlogdienst',
      whatToDo:
        'Voor je veiligheid is er niets geopend. Open de taak opnieuw vanuit je portaal. Gebeurt het weer, laat het dan weten aan wie de app beheert.',
    },
    method: {
      title: 'Dit adres kan niet op die manier gebruikt worden',
      whatToDo: 'Ga terug naar de app waar je vandaan komt en begin opnieuw.',
    },
    fault: {
      title: 'Er ging bij ons iets mis',
      whatToDo:
        'Wacht een paar minuten en open de taak opnieuw vanuit je portaal. Gebeurt het weer, laat het dan weten aan wie de app beheert.',
    },
    unavailable: {
      title: UNAVAILABLE_TEXTS.nl.unavailable.title,
      whatToDo:
        'Wacht een paar seconden en laad deze pagina opnieuw. Gebeurt het weer, open de taak dan opnieuw vanuit je portaal.',
    },
    full: {
      title: UNAVAILABLE_TEXTS.nl.full.title,
      whatToDo: `${UNAVAILABLE_TEXTS.nl.full.text} Open de taak daarna opnieuw vanuit je portaal.`,
    },
    too_many: {
      title: 'Hiervandaan werden te veel apps tegelijk geopend',
      whatToDo: 'Wacht een minuut en open de taak opnieuw vanuit je portaal.',
    },
  },
}

export interface ErrorPage {
  readonly name: PageName
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  /** The id of the request's trace, if one is stored: it becomes the reference. */
  readonly trace?: string | undefined
  /** The page that explains the failed check. */
  readonly explained?: string
  /** The audit event, recorded under the same reference. */
  readonly audited?: AuditedEvent
}

/** The page in the person's language. Its request id is also in the log. The page repeats no part of the request. */
export function errorPage(
  { random, log, audit, startPage }: Pick<OauthDeps, 'random' | 'log' | 'audit' | 'startPage'>,
  request: Request,
  { name, status = 400, headers = {}, cookies = [], trace, explained, audited }: ErrorPage,
): Response {
  const language = languageOf(request)
  const { title, whatToDo } = TEXTS[language][name]
  // The proxy's request id is used, so that both logs can be compared by it.
  const given = requestIdOf(request)
  const number = trace ?? given ?? random.uuid()
  const requestId = given ?? number
  log.info({ page: name, status, requestId, ...(trace === undefined ? {} : { trace }) }, 'error page')
  if (audited) audit.record({ ...audited, requestId })
  return respondPage({
    language,
    title,
    actor: 'oauth',
    status,
    headers: {
      ...headers,
      ...(explained === undefined ? {} : { link: `<${explained}>; rel="help"` }), // For programs (RFC 8288).
      [REQUEST_ID_HEADER]: requestId,
    },
    cookies,
    body: html`<h1>${title}</h1>
<p role="alert">${whatToDo}</p>
<p class="actions"><a class="button" href="${startPage}">${TEXTS[language].goOn}</a></p>
${explained === undefined ? '' : html`<p><a href="${explained}">${TEXTS[language].explained}</a></p>`}
<p class="reference">${TEXTS[language].requestId} <code>${number}</code></p>`,
  })
}
