// Texts of what was sent with the FHIR console: the answer, why it was refused, and the requests before. They are loaded with them.
import { durationText } from '#lib/i18n/duration.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  answer: 'Answer',
  took: (ms: number) => durationText(ms, 'en'),
  cost: (led: string, rows: number) =>
    `The search began with ${led} and read at least ${rows.toLocaleString('en')} rows of indexes.`,
  fromMemory: 'The search was answered from memory and read nothing.',
  leftOut: (names: string) =>
    `Left out: ${names}. The server does not search this type by it, as /metadata says. With Prefer: handling=strict it refuses instead.`,
  sent: 'Sent before',
  sentHint: 'The last 20 from this tab, until you sign out. Bodies, headers and tokens are not kept.',
  noBody: 'The answer has no body.',
  answerHeaders: (count: number) => `Headers of the answer (${count})`,
  trace: 'See what the server checked',
  open: 'Open the record',
  curl: 'As curl',
  curlHint: 'TOKEN is an access token of the client.',
  whyNot: 'Why it was refused',
  scope: (scope: string) => `A role and a token with ${scope} would allow it.`,
  current: (version: string) => `The current version is ${version}.`,
  takeVersion: 'Take it for If-Match',
  mend: 'What helps:',
  more: 'More about this check',
  body: 'Body',
}

const nl: typeof en = {
  answer: 'Antwoord',
  took: (ms) => durationText(ms, 'nl'),
  cost: (led, rows) =>
    `De zoekopdracht begon met ${led} en las minstens ${rows.toLocaleString('nl')} rijen van indexen.`,
  fromMemory: 'De zoekopdracht is uit het geheugen beantwoord en las niets.',
  leftOut: (names) =>
    `Weggelaten: ${names}. De server zoekt dit type daar niet op, zoals /metadata zegt. Met Prefer: handling=strict weigert hij in plaats daarvan.`,
  sent: 'Eerder verstuurd',
  sentHint: 'De laatste 20 van dit tabblad, tot je uitlogt. Body’s, headers en tokens worden niet bewaard.',
  noBody: 'Het antwoord heeft geen body.',
  answerHeaders: (count) => `Headers van het antwoord (${count})`,
  trace: 'Bekijk wat de server controleerde',
  open: 'Het dossier openen',
  curl: 'Als curl',
  curlHint: 'TOKEN is een access-token van de client.',
  whyNot: 'Waarom het is geweigerd',
  scope: (scope) => `Een rol en een token met ${scope} zouden het toestaan.`,
  current: (version) => `De huidige versie is ${version}.`,
  takeVersion: 'Die nemen voor If-Match',
  mend: 'Wat helpt:',
  more: 'Meer over deze controle',
  body: 'Body',
}

export const answerTexts: Catalogue<typeof en> = { en, nl }
