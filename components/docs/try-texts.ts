// Texts of the form that tries an operation of the API.
import { durationText } from '#lib/i18n/duration.ts'
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  tryIt: 'Try it',
  sender: 'Who asks',
  senders: { session: 'I, as I am signed in at this site', token: 'the owner of a token', nobody: 'nobody' },
  token: 'Token',
  tokenHint: 'It goes from this browser to this site in the Authorization header. It is not stored.',
  send: 'Send',
  wrongValue: (name: string) => `Fill in ${name}: it is a part of the address.`,
  wrongToken: 'Paste the token: letters, digits and punctuation, without spaces.',
  noAnswer: 'No answer arrived. Is the server running?',
  answer: 'Answer',
  took: (ms: number) => durationText(ms, 'en'),
  refused: 'It was refused:',
  signedOut: 'You are not signed in at this site. Sign in at the top of the page and send it again.',
  asNobody: 'You asked as nobody: choose yourself under “Who asks”.',
  more: 'More about this',
  headers: (count: number) => `Headers of the answer (${count})`,
  body: 'Body of the answer',
  noBody: 'The answer has no body.',
  cut: (shown: string, all: string) => `The first ${shown} of ${all} characters.`,
}

const nl: typeof en = {
  tryIt: 'Probeer het',
  sender: 'Wie vraagt het',
  senders: {
    session: 'ik, zoals ik bij deze site ben ingelogd',
    token: 'de eigenaar van een token',
    nobody: 'niemand',
  },
  token: 'Token',
  tokenHint: 'Het gaat van deze browser naar deze site in de header Authorization. Het wordt niet bewaard.',
  send: 'Versturen',
  wrongValue: (name) => `Vul ${name} in: het is een deel van het adres.`,
  wrongToken: 'Plak het token: letters, cijfers en leestekens, zonder spaties.',
  noAnswer: 'Er kwam geen antwoord. Draait de server?',
  answer: 'Antwoord',
  took: (ms) => durationText(ms, 'nl'),
  refused: 'Het is geweigerd:',
  signedOut: 'Je bent niet ingelogd bij deze site. Log in bovenaan de pagina en verstuur het opnieuw.',
  asNobody: 'Je vroeg het als niemand: kies jezelf bij “Wie vraagt het”.',
  more: 'Meer hierover',
  headers: (count) => `Headers van het antwoord (${count})`,
  body: 'Inhoud van het antwoord',
  noBody: 'Het antwoord heeft geen inhoud.',
  cut: (shown, all) => `De eerste ${shown} van ${all} tekens.`,
}

export const tryTexts: Catalogue<typeof en> = { en, nl }
