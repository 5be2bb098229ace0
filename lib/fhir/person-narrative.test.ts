import { describe, expect, it } from 'vitest'
import { narrativeAnew, personNarrative } from './person-narrative.ts'

const ANN = { resourceType: 'Patient', name: [{ given: ['Ann'], family: 'Bos' }], birthDate: '1986-04-12' }
const BORN_LATER = { ...ANN, birthDate: '1986-05-01' }
const LATER = personNarrative('Ann Bos', '1986-05-01').div

describe('the text of a person’s record', () => {
  it('has the day of birth in the words of each language', () => {
    const { div } = personNarrative('Ann Bos', '1986-04-12')
    expect(div).toContain('<div lang="en"><p><b>Ann Bos</b>, born 12 April 1986</p>')
    expect(div).toContain('<div lang="nl"><p><b>Ann Bos</b>, geboren op 12 april 1986</p>')
  })

  it('is made anew for a record that was changed, also where the day was in digits, and of no other text', () => {
    const text = (div: string) => ({ ...ANN, text: { status: 'generated', div } })
    const { div } = personNarrative('Ann Bos', '1986-04-12')
    const inDigits = div.replace('12 April 1986', '1986-04-12').replace('12 april 1986', '12-04-1986')
    expect(narrativeAnew(text(div), BORN_LATER)).toBe(LATER)
    expect(narrativeAnew(text(inDigits), BORN_LATER)).toBe(LATER)
    expect(narrativeAnew(text('<div xmlns="http://www.w3.org/1999/xhtml">Ann</div>'), BORN_LATER)).toBeUndefined()
    expect(narrativeAnew(ANN, BORN_LATER)).toBeUndefined()
  })

  it('says a day that no calendar has as it is typed, for the server to refuse', () => {
    const before = { ...ANN, text: personNarrative('Ann Bos', '1986-04-12') }
    expect(narrativeAnew(before, { ...ANN, birthDate: '1986-13-12' })).toContain('born 1986-13-12')
    expect(narrativeAnew(before, { ...ANN, birthDate: '1986-02-30' })).toContain('geboren op 1986-02-30')
  })
})
