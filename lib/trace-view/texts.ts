// Texts of a trace, for its page and for the exported page.
import type { TraceCall, TraceDetail, TracedSubscription, TraceOutcome, TraceStep } from '../api/traces.ts'
import type { StepName } from '../checks/steps.ts'
import { durationText } from '../i18n/duration.ts'
import type { Catalogue, Language } from '../i18n/language.ts'
import { callsDone, callsTried } from './call-words.ts'
import { isRefusedCall } from './calls.ts'

const checksEn = (count: number): string => (count === 1 ? '1 check' : `${count} checks`)
const afterEn = (passed: number): string =>
  passed === 0 ? 'before any check passed' : `after ${checksEn(passed)} had passed`

const checksNl = (count: number): string => (count === 1 ? '1 controle' : `${count} controles`)
const wasNl = (count: number): string => (count === 1 ? 'was' : 'waren')
const afterNl = (passed: number): string =>
  passed === 0 ? 'voordat een controle akkoord was' : `nadat ${checksNl(passed)} akkoord ${wasNl(passed)}`

const parts = (seconds: number, [minute, second]: readonly [string, string]) => {
  const all = Math.abs(seconds)
  const minutes = Math.floor(all / 60)
  return [...(minutes > 0 ? [`${minutes} ${minute}`] : []), `${all % 60} ${second}`].join(' ')
}

/** What a sentence is about: the trace, with the names that its reader may know. */
export type ToldTrace = Pick<TraceDetail, 'outcome' | 'app' | 'user' | 'task'> &
  Partial<Pick<TraceDetail, 'appName' | 'names' | 'calls' | 'completed' | 'failed' | 'failedStatus'>>

/** How many checks ran, how many of them passed, and what came of the launch. */
export interface ToldSteps {
  readonly passed: number
  readonly all: number
  /** Why one of its requests was refused, where one was. */
  readonly reason?: string | undefined
}

interface Unnamed {
  readonly app: string
  readonly who: string
  readonly task: string
  /** Around the description of a task. */
  readonly quotes: readonly [string, string]
}

/** The app, the person and the task of a trace: by name, else by id, else as the one that it does not know. */
function spoken({ app, appName, user, task, names }: ToldTrace, { quotes: [begin, end], ...unnamed }: Unnamed) {
  return {
    app: appName ?? app ?? unnamed.app,
    who: names?.user ?? user,
    /** The same at the beginning of a sentence. */
    first: { app: appName ?? app ?? capital(unnamed.app), who: names?.user ?? user ?? capital(unnamed.who) },
    task: names?.task === undefined ? (task ?? unnamed.task) : `${begin}${names.task}${end}`,
  }
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The short sentence, or the whole one with its end. */
const ended = (sentence: string, end: string | undefined): string =>
  end === undefined ? sentence : `${sentence}${end}.`

/** The end of a call that did not succeed. */
const ENDED: Catalogue<Partial<Record<TraceOutcome, string>>> = {
  en: { refused: 'refused', fault: 'a fault of the server' },
  nl: { refused: 'geweigerd', fault: 'een storing van de server' },
}

/** As `tried to change “Week 1”: refused, 412`, and why where that is known. */
const tried = (calls: readonly TraceCall[], trace: ToldTrace, language: Language, steps?: ToldSteps): string => {
  const { outcome, failedStatus } = trace
  const answer = [ENDED[language][outcome], failedStatus].filter((part) => part !== undefined).join(', ')
  const sentence = `${callsTried(calls, language)}: ${answer}`
  return ended(sentence, steps && (steps.reason === undefined ? '' : `; ${steps.reason}`))
}

/** What the requests did; what they did to the task of the trace, by its name. */
const namedCalls = ({ calls = [], task, names }: ToldTrace) =>
  calls.map((call) => (call.on === task && names?.task !== undefined ? { name: names.task, ...call } : call))

/** True when requests were about a task that they did not change themselves: those are named by what was done. */
const isAbout = ({ task, calls = [] }: ToldTrace): boolean => task !== null && !calls.some(({ on }) => on === task)

const en = {
  steps: {
    'portal.launch': 'signs the launch and hands it to the app',
    'app.launch': 'receives the launch and discovers the authorization server',
    authorize: 'authorize request: checks app, launch token and context',
    'idp.authorize': 'sign-in request',
    'idp.login': 'the person signs in',
    callback: 'the person returns: checks who signed in, and issues a code',
    'app.callback': 'receives the code, gets tokens and opens the task',
    token: 'token request',
    'token.authorization_code': 'token request: code for identity and context',
    'token.client_credentials': 'token request by a back end',
    introspect: 'introspection request',
    fhir: 'FHIR request',
    'fhir.write': 'FHIR write',
    'subscription.compared': 'compares what was written with Subscriptions',
    'subscription.notified': 'notifies an app',
  } satisfies Record<StepName, string>,
  outcomes: {
    under_way: 'under way',
    opened: 'opened',
    answered: 'answered',
    refused: 'refused',
    fault: 'fault',
    abandoned: 'abandoned',
    cancelled: 'cancelled',
  } satisfies Record<TraceOutcome, string>,
  what: { launch: 'Launch', request: 'Request', at: 'at' },
  /** What a write did to a Task. */
  taskStatus: (status: string) => `status: ${status}`,
  states: { passed: 'passed', failed: 'failed', not_reached: 'not reached' },
  /** One sentence on what happened; without its steps, in short. */
  sentence: (trace: ToldTrace, steps?: ToldSteps): string => {
    const { outcome } = trace
    const { app, who, task, first } = spoken(trace, {
      app: 'an app',
      who: 'somebody',
      task: 'a task',
      quotes: ['“', '”'],
    })
    const calls = namedCalls(trace)
    if (isRefusedCall(trace) && calls.length > 0) return `${first.app} ${tried(calls, trace, 'en', steps)}`
    const what = isRefusedCall(trace)
      ? `A request of ${app}`
      : `The launch of ${task} in ${app}${who === null ? '' : ` for ${who}`}`
    if (outcome === 'opened') {
      const opened = `${first.who} opened ${task} in ${app}${trace.completed ? ', and the task was completed' : ''}`
      if (steps?.reason !== undefined) return `${opened}, but one of the requests was refused: ${steps.reason}.`
      return steps ? `${opened}: ${steps.passed} of ${checksEn(steps.all)} passed.` : opened
    }
    if (outcome === 'cancelled') return ended(`${first.who} cancelled the sign-in for ${task} in ${app}`, steps && '')
    if (outcome === 'refused')
      return ended(`${what} was refused`, steps && (steps.reason === undefined ? '' : `: ${steps.reason}`))
    if (outcome === 'fault')
      return ended(`${what} stopped by a fault of the server`, steps && '. Nobody did anything wrong')
    if (outcome === 'answered') {
      const about = isAbout(trace) ? ` about ${task}` : ''
      if (calls.length > 0) return ended(`${first.app} ${callsDone(calls, 'en')}${about}`, steps && '')
      return ended(`${first.app} sent requests${about}`, steps && ' under one trace id, and got what it asked for')
    }
    if (outcome === 'abandoned')
      return ended(`${what} was abandoned`, steps && ` ${afterEn(steps.passed)}: nothing more came`)
    return ended(`${what} is under way`, steps && `: ${checksEn(steps.passed)} passed so far`)
  },
  absent: 'absent',
  empty: 'empty',
  personal: '(personal, not kept)',
  secret: (length: number | undefined, sha256: string | undefined) =>
    `(secret, not kept${length === undefined ? '' : `: ${length} characters`}${sha256 ? `, fingerprint ${sha256}` : ''})`,
  /** Seconds from the request. */
  relative: (seconds: number) => {
    if (seconds === 0) return 'at that moment'
    return `${parts(seconds, ['min', 's'])} ${seconds > 0 ? 'after' : 'before'} the request`
  },
  expected: 'Expected',
  received: 'Received',
  anyOf: 'any of',
  differs: 'differs',
  agrees: 'agrees',
  why: 'What was refused',
  /** Before the sentence of the protocol, which is English. */
  told: 'The answer said:',
  meaning: 'What it means',
  causes: 'Usual causes',
  mend: 'How to fix it',
  source: 'The rule behind it',
  request: 'Request',
  answer: 'Answer',
  sent: 'Parameters that were sent',
  answered: 'What was answered',
  location: 'The browser was sent to',
  status: 'Status',
  checks: 'Checks',
  checkCount: (passed: number, all: number) => `${passed} of ${checksEn(all)} passed`,
  passedBefore: (count: number) => `${checksEn(count)} passed`,
  stoppedAfter: afterEn,
  reads: (count: number, types: readonly string[]) => `${count} reads of ${types.join(', ')}`,
  again: (count: number) => (count === 1 ? 'The same request once more' : `The same ${count} requests once more`),
  timeline: 'What happened, in order',
  fault: 'The server itself failed here. Its log says more.',
  truncated: 'There were more requests than a trace holds; the rest was left out.',
  facts: 'About this trace',
  fact: {
    id: 'Id',
    traceId: 'jti of the launch, X-Trace-Id',
    platform: 'Portal',
    app: 'App',
    user: 'User',
    task: 'Task',
    startedAt: 'Began',
    proof: 'Launch token',
  },
  proven: 'signed by its portal',
  notProven: 'not proven: its contents may be made up',
  header: 'Header',
  claims: 'Claims',
  claim: 'Name',
  value: 'Value',
  subscriptions: 'Subscriptions',
  verdicts: {
    matched: 'matches',
    criteria: 'does not match: a search by its criteria would not find this version',
    permission: 'is not told: the role of its app may not read this',
    not_running: 'is not compared: it is off, or its receiver has not answered yet',
  } satisfies Record<TracedSubscription['verdict'], string>,
  event: (number: number) => `event ${number}`,
  otherSubscriptions: (count: number) =>
    count === 1 ? 'One more belongs to another app.' : `${count} more belong to other apps.`,
  noAnswer: 'no answer',
  sharedNote: 'Somebody shared this with you by link. It has numbers instead of people’s names.',
  linkGone: 'This link no longer works',
  linkGoneText:
    'It has expired or was withdrawn, or its trace was deleted: traces are kept for seven days. Ask the person who gave it to you for a new one.',
  linkGoneOwn: 'Did you make it? As long as the trace exists, you can make a new one there.',
  toTraces: 'To the traces',
  redacted: 'Secrets and people’s names were removed before this was stored.',
  ms: (ms: number) => durationText(ms, 'en'),
}

const nl: typeof en = {
  steps: {
    'portal.launch': 'ondertekent de launch en geeft die aan de app',
    'app.launch': 'ontvangt de launch en zoekt de autorisatieserver op',
    authorize: 'authorize-verzoek: controleert app, launch-token en context',
    'idp.authorize': 'verzoek om in te loggen',
    'idp.login': 'de gebruiker logt in',
    callback: 'de gebruiker komt terug: controleert wie inlogde, en geeft een code',
    'app.callback': 'ontvangt de code, haalt tokens en opent de taak',
    token: 'token-verzoek',
    'token.authorization_code': 'token-verzoek: code voor identiteit en context',
    'token.client_credentials': 'token-verzoek van een back-end',
    introspect: 'introspectie-verzoek',
    fhir: 'FHIR-verzoek',
    'fhir.write': 'FHIR-schrijfverzoek',
    'subscription.compared': 'vergelijkt wat is geschreven met Subscriptions',
    'subscription.notified': 'brengt een app op de hoogte',
  },
  outcomes: {
    under_way: 'onderweg',
    opened: 'geopend',
    answered: 'beantwoord',
    refused: 'geweigerd',
    fault: 'storing',
    abandoned: 'afgebroken',
    cancelled: 'geannuleerd',
  },
  what: { launch: 'Launch', request: 'Verzoek', at: 'bij' },
  taskStatus: (status) => `status: ${status}`,
  states: { passed: 'akkoord', failed: 'mislukt', not_reached: 'niet bereikt' },
  sentence: (trace, steps) => {
    const { outcome } = trace
    const { app, who, task, first } = spoken(trace, {
      app: 'een app',
      who: 'iemand',
      task: 'een taak',
      quotes: ['‘', '’'],
    })
    const calls = namedCalls(trace)
    if (isRefusedCall(trace) && calls.length > 0) return `${first.app} ${tried(calls, trace, 'nl', steps)}`
    const what = isRefusedCall(trace)
      ? `Een verzoek van ${app}`
      : `De launch van ${task} in ${app}${who === null ? '' : ` voor ${who}`}`
    if (outcome === 'opened') {
      const opened = `${first.who} opende ${task} in ${app}${trace.completed ? ', en de taak is afgerond' : ''}`
      if (steps?.reason !== undefined) return `${opened}, maar een van de verzoeken werd geweigerd: ${steps.reason}.`
      return steps ? `${opened}: ${steps.passed} van ${checksNl(steps.all)} akkoord.` : opened
    }
    if (outcome === 'cancelled')
      return ended(`${first.who} annuleerde het inloggen voor ${task} in ${app}`, steps && '')
    if (outcome === 'refused')
      return ended(`${what} is geweigerd`, steps && (steps.reason === undefined ? '' : `: ${steps.reason}`))
    if (outcome === 'fault')
      return ended(`${what} stopte door een storing van de server`, steps && '. Niemand deed iets verkeerd')
    if (outcome === 'answered') {
      const about = isAbout(trace) ? ` over ${task}` : ''
      if (calls.length > 0) return ended(`${first.app} ${callsDone(calls, 'nl')}${about}`, steps && '')
      return ended(`${first.app} deed verzoeken${about}`, steps && ' met één trace-id en kreeg waar die om vroeg')
    }
    if (outcome === 'abandoned')
      return ended(`${what} is afgebroken`, steps && `, ${afterNl(steps.passed)}: er kwam niets meer`)
    return ended(
      `${what} is onderweg`,
      steps && `: ${checksNl(steps.passed)} ${wasNl(steps.passed)} tot nu toe akkoord`,
    )
  },
  absent: 'ontbreekt',
  empty: 'leeg',
  personal: '(persoonlijk, niet bewaard)',
  secret: (length, sha256) =>
    `(geheim, niet bewaard${length === undefined ? '' : `: ${length} tekens`}${sha256 ? `, vingerafdruk ${sha256}` : ''})`,
  relative: (seconds) => {
    if (seconds === 0) return 'op dat moment'
    return `${parts(seconds, ['min', 's'])} ${seconds > 0 ? 'na' : 'voor'} het verzoek`
  },
  expected: 'Verwacht',
  received: 'Ontvangen',
  anyOf: 'een van',
  differs: 'verschilt',
  agrees: 'klopt',
  why: 'Wat er is geweigerd',
  told: 'In het antwoord stond:',
  meaning: 'Wat het betekent',
  causes: 'Gebruikelijke oorzaken',
  mend: 'Zo los je het op',
  source: 'De regel erachter',
  request: 'Verzoek',
  answer: 'Antwoord',
  sent: 'Verstuurde parameters',
  answered: 'Wat er is geantwoord',
  location: 'De browser ging naar',
  status: 'Status',
  checks: 'Controles',
  checkCount: (passed, all) => `${passed} van ${checksNl(all)} akkoord`,
  passedBefore: (count) => `${checksNl(count)} akkoord`,
  stoppedAfter: afterNl,
  reads: (count, types) => `${count} keer gelezen: ${types.join(', ')}`,
  again: (count) => (count === 1 ? 'Hetzelfde verzoek nog eens' : `Dezelfde ${count} verzoeken nog eens`),
  timeline: 'Wat er gebeurde, op volgorde',
  fault: 'Hier had de server zelf een storing. In de log van de server staat meer.',
  truncated: 'Er waren meer verzoeken dan een trace bewaart; de rest is weggelaten.',
  facts: 'Over deze trace',
  fact: {
    id: 'Id',
    traceId: 'jti van de launch, X-Trace-Id',
    platform: 'Portaal',
    app: 'App',
    user: 'Gebruiker',
    task: 'Taak',
    startedAt: 'Begon',
    proof: 'Launch-token',
  },
  proven: 'ondertekend door zijn portaal',
  notProven: 'niet bewezen: de inhoud kan verzonnen zijn',
  header: 'Header',
  claims: 'Claims',
  claim: 'Naam',
  value: 'Waarde',
  subscriptions: 'Subscriptions',
  verdicts: {
    matched: 'past',
    criteria: 'past niet: een zoekopdracht met die criteria zou deze versie niet vinden',
    permission: 'krijgt geen melding: de rol van de app mag dit niet lezen',
    not_running: 'is niet vergeleken: die staat uit, of de ontvanger heeft nog niet geantwoord',
  },
  event: (number) => `gebeurtenis ${number}`,
  otherSubscriptions: (count) =>
    count === 1 ? 'Nog één is van een andere app.' : `Nog ${count} zijn van andere apps.`,
  noAnswer: 'geen antwoord',
  sharedNote: 'Iemand heeft dit via een link met je gedeeld. Er staan nummers in plaats van namen van mensen.',
  linkGone: 'Deze link werkt niet meer',
  linkGoneText:
    'De link is verlopen of ingetrokken, of de trace is verwijderd: traces blijven zeven dagen bewaard. Vraag een nieuwe link aan de persoon van wie je deze kreeg.',
  linkGoneOwn: 'Heb je de link zelf gemaakt? Zolang de trace er is, maak je daar een nieuwe.',
  toTraces: 'Naar de traces',
  redacted: 'Geheimen en namen van mensen zijn eruit gehaald voordat dit werd bewaard.',
  ms: (ms) => durationText(ms, 'nl'),
}

/** What a trace says around its values. */
export const TRACE_TEXTS: Catalogue<typeof en> = { en, nl }

/** The time from the beginning of a trace to a step in it: the app's own first request precedes what it led to. */
export const sinceText = (step: TraceStep, { startedAt, steps }: TraceDetail, language: Language): string => {
  const began = Math.min(startedAt, ...steps.map(({ at }) => at))
  return `+${TRACE_TEXTS[language].ms(step.at - began)}`
}

/** How many checks of a trace ran, and how many passed. */
export function checksRun({ steps }: Pick<TraceDetail, 'steps'>) {
  const ran = steps.flatMap(({ checks }) => checks).filter(({ outcome }) => outcome !== 'not_reached')
  return { passed: ran.filter(({ outcome }) => outcome === 'passed').length, all: ran.length }
}

/** How many checks had passed when one of them stopped a trace. */
export const passedBefore = (
  { steps }: Pick<TraceDetail, 'steps'>,
  { step, check }: NonNullable<ReturnType<typeof refusalOf>>,
) =>
  [
    ...steps.slice(0, steps.indexOf(step)).flatMap(({ checks }) => checks),
    ...step.checks.slice(0, step.checks.indexOf(check)),
  ].filter(({ outcome }) => outcome === 'passed').length

/** The check that stopped a trace, where it failed last; of an opened one, the first that refused a request of it. */
export function refusalOf({ steps, failed }: Pick<TraceDetail, 'steps' | 'failed'>) {
  const found = steps.flatMap((step) =>
    step.checks.filter(({ outcome }) => outcome === 'failed').map((check) => ({ step, check })),
  )
  return failed === null ? found[0] : found.findLast(({ check }) => check.name === failed)
}

/** What became of a trace, in a few words without anybody's name: for the title of its page (decision 14). */
export const outcomeOf = (
  trace: Pick<TraceDetail, 'outcome' | 'failed' | 'user' | 'task'>,
  language: Language,
): string => {
  const { outcomes, what } = TRACE_TEXTS[language]
  const { outcome, failed } = trace
  const called = outcome === 'answered' || isRefusedCall(trace) ? what.request : what.launch
  const at = outcome === 'refused' && failed !== null ? ` ${what.at} ${failed}` : ''
  return `${called} ${outcomes[outcome]}${at}`
}
