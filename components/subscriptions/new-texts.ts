// Texts of the form for a new Subscription, and of a test of a receiver.
import type { Catalogue } from '#lib/i18n/language.ts'

/** What to do by the outcome of a test; `http-4xx` and the like stand for those without an entry of their own. */
type Cures = Readonly<Record<string, string>>

const en = {
  open: 'New Subscription',
  title: 'A new Subscription',
  lead: 'It is created in the name of the app, with what its role permits. Your app can do the same by itself.',
  loading: 'Looking for the apps',
  noApp: 'You have no app that can have one.',
  connect: 'Connect an app',
  app: 'App',
  mayNot:
    'The role of this app does not let it have Subscriptions. At Connect its developer can ask for it (“be notified”), and an administrator can change the role.',
  reason: 'What it is for',
  reasonHint: 'Its name on these pages.',
  criteria: 'Criteria',
  criteriaHint: 'A search on one type: Task? for every task, Task?status=ready for some.',
  endpoint: 'Endpoint',
  endpointHint: (places: string) =>
    places === ''
      ? 'The app has no registered address where a receiver may be.'
      : `Where it is sent to, at one of: ${places}`,
  header: 'Headers, if your receiver wants any',
  headerHint: 'One per line, such as “Authorization: Bearer a-secret”. Nobody sees the values here later.',
  noPayload: 'A notification has no content: it says that there is something to read, and the app reads it.',
  create: 'Create the Subscription',
  cancel: 'Cancel',
  test: 'Send a test',
  testTitle: 'The test',
  testHint:
    'One signed notification with the number 0, as in the handshake. It is tried once, and changes nothing here.',
  sentAt: 'Sent',
  cameBack: 'What came back',
  whatToDo: 'What to do',
  cures: {
    delivered: 'Nothing: the receiver answers as it should.',
    timeout: 'Answer with 2xx at once, and do the work afterwards.',
    dns: 'Check the name in the endpoint, and that it is known outside of your network.',
    refused: 'Start the receiver, and check the port in the endpoint.',
    tls: 'Give it a certificate of a public authority, for this name and with its intermediates.',
    connection: 'Look at the log of the receiver and of the proxy before it: it took the connection and closed it.',
    'address-refused':
      'Register the origin of the endpoint for the app. Private addresses are never called, unless this server is on your own machine.',
    'answer-too-long': 'Answer without a body: the status is all that counts.',
    'http-3xx': 'Redirects are not followed: give the final address as the endpoint.',
    'http-401':
      'The receiver did not believe it. Compare the headers of this Subscription, and the audience of the signature: the endpoint, character by character.',
    'http-403':
      'The receiver did not believe it. Compare the headers of this Subscription, and the audience of the signature: the endpoint, character by character.',
    'http-404': 'Nothing is at that path: check the endpoint.',
    'http-405': 'The receiver has to take a POST.',
    'http-410': 'It says that it is gone. A notification with this answer switches the Subscription off.',
    'http-415': 'Accept the Content-Type application/fhir+json, although there is nothing to parse.',
    'http-429': 'The receiver wants fewer: it is tried again when its Retry-After is over.',
    'http-4xx': 'The receiver refused it. Its log says why.',
    'http-5xx': 'The receiver failed. Its log says why.',
  } as Cures,
}

const nl: typeof en = {
  open: 'Nieuwe Subscription',
  title: 'Een nieuwe Subscription',
  lead: 'Hij wordt gemaakt in naam van de app, met wat de rol van die app toestaat. Je app kan het zelf ook.',
  loading: 'De apps worden gezocht',
  noApp: 'Er is geen app van jou die er een kan hebben.',
  connect: 'Een app aansluiten',
  app: 'App',
  mayNot:
    'Met zijn rol mag deze app geen Subscriptions hebben. De ontwikkelaar kan er bij Aansluiten om vragen (“meldingen krijgen”), en een beheerder kan de rol wijzigen.',
  reason: 'Waar hij voor is',
  reasonHint: 'Zijn naam op deze pagina’s.',
  criteria: 'Criteria',
  criteriaHint: 'Een zoekvraag op één type: Task? voor elke taak, Task?status=ready voor sommige.',
  endpoint: 'Endpoint',
  endpointHint: (places) =>
    places === ''
      ? 'De app heeft geen geregistreerd adres waar een ontvanger mag zijn.'
      : `Waar het heen gaat, op één van: ${places}`,
  header: 'Headers, als je ontvanger die wil',
  headerHint: 'Eén per regel, zoals “Authorization: Bearer een-geheim”. De waarden ziet hier later niemand.',
  noPayload: 'Een melding heeft geen inhoud: ze zegt dat er iets te lezen is, en de app leest het.',
  create: 'Subscription maken',
  cancel: 'Annuleren',
  test: 'Test versturen',
  testTitle: 'De test',
  testHint:
    'Eén ondertekende melding met nummer 0, zoals bij de handshake. Ze wordt één keer geprobeerd en wijzigt hier niets.',
  sentAt: 'Verstuurd',
  cameBack: 'Wat er terugkwam',
  whatToDo: 'Wat te doen',
  cures: {
    delivered: 'Niets: de ontvanger antwoordt zoals het hoort.',
    timeout: 'Antwoord meteen met 2xx, en doe het werk daarna.',
    dns: 'Kijk de naam in het endpoint na, en of die buiten je netwerk bekend is.',
    refused: 'Start de ontvanger, en kijk de poort in het endpoint na.',
    tls: 'Geef hem een certificaat van een publieke instantie, voor deze naam en met de tussenliggende certificaten.',
    connection: 'Kijk in het log van de ontvanger en van de proxy ervoor: hij nam de verbinding aan en verbrak die.',
    'address-refused':
      'Registreer de origin van het endpoint voor de app. Privéadressen worden nooit aangeroepen, behalve als deze server op je eigen machine draait.',
    'answer-too-long': 'Antwoord zonder body: alleen de status telt.',
    'http-3xx': 'Redirects worden niet gevolgd: geef het uiteindelijke adres als endpoint.',
    'http-401':
      'De ontvanger geloofde het niet. Vergelijk de headers van deze Subscription, en de audience van de handtekening: het endpoint, teken voor teken.',
    'http-403':
      'De ontvanger geloofde het niet. Vergelijk de headers van deze Subscription, en de audience van de handtekening: het endpoint, teken voor teken.',
    'http-404': 'Op dat pad is niets: kijk het endpoint na.',
    'http-405': 'De ontvanger moet een POST aannemen.',
    'http-410': 'Hij zegt dat hij niet meer bestaat. Een melding met dit antwoord zet de Subscription uit.',
    'http-415': 'Accepteer het Content-Type application/fhir+json, al is er niets te lezen.',
    'http-429': 'De ontvanger wil er minder: er komt een nieuwe poging als zijn Retry-After om is.',
    'http-4xx': 'De ontvanger weigerde het. Zijn log zegt waarom.',
    'http-5xx': 'Bij de ontvanger ging het mis. Zijn log zegt waarom.',
  },
}

export const newTexts: Catalogue<typeof en> = { en, nl }
