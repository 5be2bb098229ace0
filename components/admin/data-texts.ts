// Texts of the page of data: import, the demo put back, sample data.
import type { Catalogue } from '#lib/i18n/language.ts'

const en = {
  title: 'Data',
  importTitle: 'Import a file',
  importText:
    'An NDJSON file with a resource on each line, or a Bundle (collection, batch, transaction). Each resource keeps its id: an existing one gets a new version, unless it is the same. The importer checks the structure of R4 but not the profiles, and sends no notifications.',
  howItWorks: 'How an import works',
  file: 'File',
  chooseFile: 'Choose a file',
  fileHint: (megabytes: number, resources: number) =>
    `At most ${megabytes} MB and ${resources.toLocaleString('en')} resources, not compressed. On the command line, slipway import takes more.`,
  tooLarge: 'This file is too large for the console. Import it on the command line: slipway import.',
  check: 'Check only',
  run: 'Import',
  sending: 'Sending the file',
  progress: (read: number, refused: number) =>
    `${read === 1 ? '1 resource' : `${read} resources`} read, ${refused} refused so far`,
  stay: 'Stay on this page until it has finished: leaving stops it.',
  stop: 'Stop',
  stopped: 'Stopped. What was counted is stored. Import the file again, and it continues from there.',
  stoppedCheck: 'Stopped. Nothing was written.',
  checked: (name: string) => `${name} is checked. Nothing was written.`,
  imported: (name: string, refused: number) =>
    refused === 0 ? `${name} is imported.` : `${name} is imported, except what was refused: ${refused}.`,
  partly: (resources: number) =>
    `It stopped after ${resources.toLocaleString('en')} resources, the maximum for the console. Import the rest on the command line.`,
  report: 'Report',
  counts: {
    read: 'Read',
    created: 'New',
    updated: 'Changed',
    unchanged: 'Unchanged',
    leftOut: 'Left out',
    failed: 'Refused',
  },
  wouldBe: {
    read: 'Read',
    created: 'Would be new',
    updated: 'Would change',
    unchanged: 'Unchanged',
    leftOut: 'Left out',
    failed: 'Would be refused',
  },
  leftOutTypes: 'Left out: types that this domain does not serve (RESOURCE_TYPES)',
  lostTitle: 'Nobody can sign in as these people any more',
  wouldLoseTitle: 'Nobody could sign in as these people any more',
  lostText:
    'The file leaves out the identifier with their user name, and an import replaces the whole resource. Put the identifier in the file, and import it again.',
  refusedTitle: 'Refused, and why',
  line: (line: number) => `line ${line}`,
  more: (count: number) => `… and ${count} more.`,
  demoTitle: 'Reset the demo',
  demoText:
    'The demo’s original records get their original text again, each as a new version. Earlier changes stay in their history. What the demo people answered in the demo apps is removed, also of tasks that were added. Accounts stay as they are, and so does everything that was added: tasks, apps, sample data.',
  demoSame: (records: number) => `All ${records} records are as they were at the beginning.`,
  demoDiffers: (changed: number, deleted: number, records: number) =>
    `Of ${records} records, ${changed} ${changed === 1 ? 'was' : 'were'} changed and ${deleted} deleted.`,
  putBack: 'Reset the demo',
  putBackAsk: 'Reset the demo?',
  putBackText: (changed: number, deleted: number) =>
    `${recordsEn(changed + deleted)} get${changed + deleted === 1 ? 's' : ''} a new version with the first text: ${changed} changed, ${deleted} deleted. The replaced versions stay in the history of each record, and Subscriptions are notified.`,
  putBackDone: (changed: number, deleted: number) =>
    `The demo’s original records are as they began: ${recordsEn(changed)} changed back, ${recordsEn(deleted)} brought back. Tasks that were given since stay.`,
  samplesTitle: 'Sample data',
  samplesText: (people: number, tasks: number) =>
    `${people} invented Dutch people with ${tasks} tasks of the sleep diary, to try lists, searches and portals with. Each record is marked as test data (HTEST). These people have no accounts; a practitioner sees them in the portal.`,
  samplesHere: 'They are all here already.',
  addSamples: (people: number) => `Add ${people} people`,
  samplesAdded: (created: number, unchanged: number) =>
    `${recordsEn(created)} added${unchanged > 0 ? `, ${unchanged} were here already` : ''}.`,
}

function recordsEn(count: number): string {
  return count === 1 ? '1 record' : `${count} records`
}

const nl: typeof en = {
  title: 'Gegevens',
  importTitle: 'Een bestand importeren',
  importText:
    'Een NDJSON-bestand met op elke regel een resource, of een Bundle (collection, batch, transaction). Elke resource houdt zijn id: is die er al, dan komt er een nieuwe versie, tenzij er niets verschilt. De import controleert de structuur van R4 maar niet de profielen, en verstuurt geen meldingen.',
  howItWorks: 'Hoe een import werkt',
  file: 'Bestand',
  chooseFile: 'Kies een bestand',
  fileHint: (megabytes, resources) =>
    `Hoogstens ${megabytes} MB en ${resources.toLocaleString('nl')} resources, niet gecomprimeerd. Op de opdrachtregel neemt slipway import er meer aan.`,
  tooLarge: 'Dit bestand is te groot voor het beheer. Importeer het op de opdrachtregel: slipway import.',
  check: 'Alleen controleren',
  run: 'Importeren',
  sending: 'Het bestand wordt verstuurd',
  progress: (read, refused) =>
    `${read === 1 ? '1 resource' : `${read} resources`} gelezen, ${refused} geweigerd tot nu toe`,
  stay: 'Blijf op deze pagina tot het klaar is: weggaan breekt het af.',
  stop: 'Stoppen',
  stopped: 'Gestopt. Wat geteld is, is opgeslagen. Importeer het bestand nog eens, dan gaat het daar verder.',
  stoppedCheck: 'Gestopt. Er is niets geschreven.',
  checked: (name) => `${name} is gecontroleerd. Er is niets geschreven.`,
  imported: (name, refused) =>
    refused === 0 ? `${name} is geïmporteerd.` : `${name} is geïmporteerd, behalve wat geweigerd is: ${refused}.`,
  partly: (resources) =>
    `Gestopt na ${resources.toLocaleString('nl')} resources, het maximum voor het beheer. Importeer de rest op de opdrachtregel.`,
  report: 'Verslag',
  counts: {
    read: 'Gelezen',
    created: 'Nieuw',
    updated: 'Gewijzigd',
    unchanged: 'Ongewijzigd',
    leftOut: 'Overgeslagen',
    failed: 'Geweigerd',
  },
  wouldBe: {
    read: 'Gelezen',
    created: 'Zou nieuw zijn',
    updated: 'Zou wijzigen',
    unchanged: 'Ongewijzigd',
    leftOut: 'Overgeslagen',
    failed: 'Zou geweigerd worden',
  },
  leftOutTypes: 'Overgeslagen: typen die dit domein niet aanbiedt (RESOURCE_TYPES)',
  lostTitle: 'Niemand kan nog inloggen als deze mensen',
  wouldLoseTitle: 'Niemand zou nog kunnen inloggen als deze mensen',
  lostText:
    'Het bestand laat de identifier met hun gebruikersnaam weg, en een import vervangt de hele resource. Zet de identifier in het bestand en importeer het opnieuw.',
  refusedTitle: 'Geweigerd, en waarom',
  line: (line) => `regel ${line}`,
  more: (count) => `… en nog ${count}.`,
  demoTitle: 'De demo terugzetten',
  demoText:
    'De dossiers waarmee de demo begon, krijgen hun oorspronkelijke tekst terug, elk als nieuwe versie. Eerdere wijzigingen blijven in hun geschiedenis staan. Wat de demopersonen in de demo-apps antwoordden, wordt verwijderd, ook bij taken die erbij kwamen. Accounts blijven zoals ze zijn, en alles wat erbij kwam blijft ook: taken, apps, voorbeeldgegevens.',
  demoSame: (records) => `Alle ${records} dossiers zijn zoals ze in het begin waren.`,
  demoDiffers: (changed, deleted, records) =>
    `Van ${records} dossiers ${changed === 1 ? 'is er 1' : `zijn er ${changed}`} gewijzigd en ${deleted} verwijderd.`,
  putBack: 'De demo terugzetten',
  putBackAsk: 'De demo terugzetten?',
  putBackText: (changed, deleted) =>
    `${recordsNl(changed + deleted)} ${changed + deleted === 1 ? 'krijgt' : 'krijgen'} een nieuwe versie met de eerste tekst: ${changed} gewijzigd, ${deleted} verwijderd. De vervangen versies blijven in de geschiedenis van elk dossier staan, en Subscriptions krijgen een melding.`,
  putBackDone: (changed, deleted) =>
    `De dossiers van de demo zijn weer zoals in het begin: ${recordsNl(changed)} teruggezet, ${recordsNl(deleted)} teruggehaald. Taken die daarna zijn gegeven, blijven.`,
  samplesTitle: 'Voorbeeldgegevens',
  samplesText: (people, tasks) =>
    `${people} verzonnen Nederlanders met ${tasks} taken van het slaapdagboek, om lijsten, zoeken en portalen mee te proberen. Elk dossier is gemarkeerd als testgegeven (HTEST). Deze mensen hebben geen account; een behandelaar ziet ze in het portaal.`,
  samplesHere: 'Ze zijn er al allemaal.',
  addSamples: (people) => `${people} mensen toevoegen`,
  samplesAdded: (created, unchanged) =>
    `${recordsNl(created)} toegevoegd${unchanged > 0 ? `, ${unchanged} ${unchanged === 1 ? 'was' : 'waren'} er al` : ''}.`,
}

function recordsNl(count: number): string {
  return count === 1 ? '1 dossier' : `${count} dossiers`
}

export const dataTexts: Catalogue<typeof en> = { en, nl }
