// Problems as the validation words them now: one that is worded anew is missed here.
import { describe, expect, it } from 'vitest'
import { textProblems } from '#lib/fhir/validation/text-problems.ts'
import { problemInDutch } from './dutch-problems.ts'

const said = (resource: object | string) =>
  textProblems(
    typeof resource === 'string' ? resource : JSON.stringify(resource),
    { type: 'Patient', id: '1' },
    'declared',
  ).map(({ diagnostics }) => problemInDutch(diagnostics) ?? diagnostics)
const patient = (more: object) => ({ resourceType: 'Patient', id: '1', ...more })

describe('a problem of a record, in Dutch', () => {
  it.each([
    [
      { birthDate: '12-4-1986' },
      'Patient.birthDate is geen geldige date. Er staat "12-4-1986". Verwacht wordt 1980, 1980-01 of 1980-01-31.',
    ],
    [
      { active: 'ja' },
      'Patient.active is geen geldige boolean. Er staat "ja". Verwacht wordt true of false zonder aanhalingstekens.',
    ],
    [{ gender: 'man' }, /^Patient\.gender .*Er staat "man"\.$/],
    [{ shoeSize: 42 }, 'Patient.shoeSize is geen element van Patient.'],
    [{ name: { family: 'Jansen' } }, 'Patient.name moet een array zijn. Er staat een object.'],
    [{ birthDate: ['1986'] }, 'Patient.birthDate mag geen array zijn. Er staat een array.'],
    [{ name: [] }, 'Patient.name is leeg. Laat het weg, of geef een waarde.'],
    [{ name: ['Jansen'] }, 'Patient.name[0] is geen object. Er staat "Jansen".'],
    [{ link: [{ type: 'refer' }] }, 'Patient.link[0].other ontbreekt.'],
    [
      { deceasedBoolean: true, deceasedDateTime: '2026' },
      'Patient.deceasedDateTime is een tweede keuze voor deceased[x]. Er is al deceasedBoolean.',
    ],
    [
      { managingOrganization: { reference: 'the werf' } },
      'Patient.managingOrganization.reference is geen Type/id, geen URL en geen #fragment. Er staat "the werf".',
    ],
    [
      { telecom: [{ value: '06' }] },
      'Patient.telecom[0] heeft een value, maar geen system. In FHIR R4 heet deze regel cpt-2.',
    ],
    [{ id: '2' }, 'Patient.id moet "1" zijn, zoals in het adres van het dossier.'],
  ])('%j', (more, expected) => {
    expect(said(patient(more))).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)])
  })

  it.each([
    ['', 'Dit is geen JSON, kolom 1: er staat niets.'],
    ['{"a": }', 'Dit is geen JSON, kolom 7: verwacht was een waarde, er staat "}".'],
    ['{"a" 1}', 'Dit is geen JSON, kolom 6: verwacht was een dubbele punt, er staat "1}".'],
    ['{"a": 1', 'Dit is geen JSON, kolom 8: verwacht was een komma of }, er staat niets meer.'],
    ['{"a": "b', 'Dit is geen JSON, kolom 9: de tekst eindigt binnen een string.'],
  ])('of what is no JSON: %s', (text, expected) => {
    expect(said(text)).toEqual([expected])
  })

  it('that is not told here stays as the validation says it', () => {
    expect(problemInDutch('Patient.x breaks a rule that came later.')).toBeUndefined()
    expect(problemInDutch('')).toBeUndefined()
  })
})
