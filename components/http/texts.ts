// Texts for what could not be loaded.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'This could not be loaded',
  network: 'There is no connection with the server.',
  status: {
    401: 'Your session has ended. Sign in to your portal and open the task again.',
    403: 'There is no permission to read this.',
    404: 'It does not exist, or you may not see it.',
    410: 'It is gone: the list has expired, or the record was deleted. Start the list again.',
    429: 'Too many requests. Wait a minute.',
  } as Readonly<Record<number, string>>,
  other: (status: number) => `The server answered with status ${status}.`,
  serverSaid: 'The server said:',
  retry: 'Try again',
  notDone: 'That was not done',
  noAnswer: 'No answer came',
  perhapsDone: 'Look whether it was done before you do it again.',
}

const nl: typeof en = {
  title: 'Dit kon niet worden geladen',
  network: 'Er is geen verbinding met de server.',
  status: {
    401: 'Je sessie is afgelopen. Log in bij je portaal en open de taak opnieuw.',
    403: 'Je hebt geen recht om dit te lezen.',
    404: 'Het bestaat niet, of niet voor jou.',
    410: 'Het is er niet meer: de lijst is verlopen, of het dossier is verwijderd. Begin opnieuw met de lijst.',
    429: 'Te veel verzoeken. Wacht een minuut.',
  },
  other: (status) => `De server antwoordde met status ${status}.`,
  serverSaid: 'De server zei:',
  retry: 'Opnieuw proberen',
  notDone: 'Dat is niet gedaan',
  noAnswer: 'Er kwam geen antwoord',
  perhapsDone: 'Kijk of het gedaan is voor je het opnieuw doet.',
}

export const httpTexts: Catalogue<typeof en> = { en, nl }
