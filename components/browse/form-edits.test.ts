import { describe, expect, it } from 'vitest'
import { personNarrative } from '#lib/fhir/person-narrative.ts'
import { type Edits, shownAt, withEdits } from './form-edits.ts'

const TEXT =
  '{"resourceType":"Patient","id":"7","name":[{"given":["\\u0041nn","Bo"],"_given":[{"id":"a"},{"id":"b"}],"family":"A"}],"n":1.00,"telecom":[{"system":"phone","value":"1"},{"system":"email","value":"2"},{"value":"3"}],"active":true}'

const edited = (edits: Readonly<Record<string, string | null>>, text = TEXT) =>
  withEdits(text, new Map(Object.entries(edits)) as Edits)

describe('the form of a record', () => {
  it('PAT-04 changes the element that was edited, and no other lexeme', () => {
    expect(edited({ '/name/0/family': 'B' })).toBe(TEXT.replace('"A"', '"B"'))
    expect(edited({ '/active': 'false' })).toBe(TEXT.replace('true', 'false'))
  })

  it('PAT-11 changes nothing when the typed value equals the stored one', () => {
    expect(edited({ '/name/0/family': 'A', '/active': 'true', '/birthDate': '' })).toBe(TEXT)
  })

  it('adds a missing element together with its parents', () => {
    expect(edited({ '/gender': 'female' })).toBe(TEXT.replace('"active":true', '"active":true,"gender":"female"'))
    const bare = '{"resourceType":"Patient","id":"7"}'
    expect(edited({ '/name/0/given/0': 'Ann', '/name/0/family': 'B' }, bare)).toBe(
      '{"resourceType":"Patient","id":"7","name":[{"given":["Ann"],"family":"B"}]}',
    )
  })

  it('PAT-20 PAT-21 leaves no empty element behind, and keeps the extensions of an item with it', () => {
    expect(edited({ '/name/0/given/0': '' })).toBe(TEXT.replace('"\\u0041nn",', '').replace('{"id":"a"},', ''))
    expect(edited({ '/name/0/family': '' }, '{"resourceType":"Patient","name":[{"family":"A"}]}')).toBe(
      '{"resourceType":"Patient"}',
    )
  })

  it('adds and removes items of a list, whatever was added and taken away again before', () => {
    expect(
      JSON.parse(
        edited({ '/telecom/0': null, '/telecom/2/value': 'x', '/telecom/5/value': '9', '/telecom/5/system': 'sms' }),
      ).telecom,
    ).toEqual([{ system: 'email', value: '2' }, { value: 'x' }, { value: '9', system: 'sms' }])
  })

  it('names a new owner with its type, and drops all members of the former one', () => {
    const task = '{"resourceType":"Task","owner":{"reference":"Patient/1","type":"Patient","display":"Ann"}}'
    expect(shownAt(JSON.parse(task), '/owner')).toBe('Patient/1')
    expect(edited({ '/owner': 'Practitioner/2' }, task)).toBe(
      '{"resourceType":"Task","owner":{"reference":"Practitioner/2","type":"Practitioner"}}',
    )
    expect(edited({ '/owner': '' }, task)).toBe('{"resourceType":"Task"}')
  })

  it('PAT-16 leaves out a narrative that was generated, and keeps one that people wrote', () => {
    const told = (status: string) =>
      `{"resourceType":"Patient","text":{"status":"${status}","div":"<div>\\u0041</div>"},"gender":"male"}`
    expect(edited({ '/gender': 'female' }, told('generated'))).toBe('{"resourceType":"Patient","gender":"female"}')
    expect(edited({ '/gender': 'female' }, told('additional'))).toBe(told('additional').replace('male', 'female'))
  })

  it('PAT-16 makes a narrative of our own anew', () => {
    const told = (birthDate: string) =>
      JSON.stringify({
        ...{ resourceType: 'Patient', text: personNarrative('Ann Bos', birthDate) },
        ...{ name: [{ given: ['Ann'], family: 'Bos' }], birthDate },
      })
    expect(edited({ '/birthDate': '1986-04-13' }, told('1986-04-12'))).toBe(told('1986-04-13'))
    expect(edited({ '/birthDate': '1986' }, told('1986-04-12'))).not.toContain('text')
  })
})
