// Texts for what could not be loaded.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'This could not be loaded',
  network: 'There is no connection to the server.',
  status: {
    401: 'Your session has ended. Sign in to your portal and open the task again.',
    403: 'You do not have permission to read this.',
    404: 'It does not exist, or you may not see it.',
    410: 'It is gone: the list has expired, or the record was deleted. Start the list again.',
    429: 'Too many requests. Wait a minute.',
  } as Readonly<Record<number, string>>,
  other: (status: number) => `The server answered with status ${status}.`,
  serverSaid: 'The server said:',
  badFilter: 'A filter in the address was not understood',
  badValue: (name: string, value: string) => `${name} cannot be “${value}”.`,
  withoutBad: 'Show the list without it',
  retry: 'Try again',
  close: 'Close this message',
  notDone: 'That did not work',
  noAnswer: 'No response arrived',
  perhapsDone: 'Check whether it was done before you try again.',
}

const nl: typeof en = {
  title: 'Dit kon niet worden geladen',
  network: 'Er is geen verbinding met de server.',
  status: {
    401: 'Je sessie is afgelopen. Log in bij je portaal en open de taak opnieuw.',
    403: 'Je hebt geen recht om dit te lezen.',
    404: 'Het bestaat niet, of je mag het niet zien.',
    410: 'Het is er niet meer: de lijst is verlopen, of het dossier is verwijderd. Begin opnieuw met de lijst.',
    429: 'Te veel verzoeken. Wacht een minuut.',
  },
  other: (status) => `De server antwoordde met status ${status}.`,
  serverSaid: 'De server zei:',
  badFilter: 'Een filter in het adres is niet begrepen',
  badValue: (name, value) => `${name} kan niet ‘${value}’ zijn.`,
  withoutBad: 'Toon de lijst zonder dat filter',
  retry: 'Opnieuw proberen',
  close: 'Deze melding sluiten',
  notDone: 'Dat is niet gelukt',
  noAnswer: 'Er kwam geen antwoord',
  perhapsDone: 'Controleer of het gedaan is voordat je het opnieuw probeert.',
}

export const httpTexts: Catalogue<typeof en> = { en, nl }
