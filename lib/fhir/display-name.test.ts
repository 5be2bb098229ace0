import { describe, expect, it } from 'vitest'
import { deviceName, humanName } from './display-name.ts'

const QUALIFIER = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier'
const qualified = (valueCode: string) => ({ extension: [{ url: QUALIFIER, valueCode }] })

describe('humanName', () => {
  it.each([
    [
      'the official name first',
      [
        { use: 'usual', given: ['Rijk'] },
        { use: 'official', given: ['Marijke'] },
      ],
      'Marijke',
    ],
    [
      'prefix, given, family and suffix in their order',
      [{ suffix: ['MSc'], family: 'de Boer', given: ['Bram', 'J.'], prefix: ['dr.'] }],
      'dr. Bram J. de Boer MSc',
    ],
    ['a given name that is null', [{ given: [null, 'Anna'], family: 'Bakker' }], 'Anna Bakker'],
    ['given names that are all null', [{ given: [null], _given: [qualified('IN')], family: 'Bakker' }], 'Bakker'],
    [
      'no initials where the name itself is there',
      [{ given: ['M.', 'Marijke'], _given: [qualified('IN'), qualified('BR')], family: 'Jansen' }],
      'Marijke Jansen',
    ],
    [
      'initials where there is nothing else',
      [{ given: ['M.'], _given: [qualified('IN')], family: 'Jansen' }],
      'M. Jansen',
    ],
    ['text where there are no parts', [{ text: 'Marijke Jansen' }], 'Marijke Jansen'],
    [
      'an old name last',
      [
        { use: 'old', family: 'Oud' },
        { use: 'nickname', given: ['Rijk'] },
      ],
      'Rijk',
    ],
    ['nothing where the best name is empty', [{ use: 'official' }, { use: 'usual', given: ['Rijk'] }], 'Rijk'],
  ])('takes %s', (_, name, expected) => {
    expect(humanName({ name })).toBe(expected)
  })

  it.each([[undefined], [null], [[]], [[null]], ['Marijke'], [[{ given: 'Marijke' }]], [[{ given: [7], family: {} }]]])(
    'is undefined for %o',
    (name) => {
      expect(humanName({ name })).toBeUndefined()
    },
  )
})

describe('deviceName', () => {
  it('takes the user-friendly name, else the first', () => {
    const names = [
      { name: 'X-1', type: 'model-name' },
      { name: 'Sleep', type: 'user-friendly-name' },
    ]
    expect(deviceName({ deviceName: names })).toBe('Sleep')
    expect(deviceName({ deviceName: names.slice(0, 1) })).toBe('X-1')
    expect(deviceName({})).toBeUndefined()
  })
})
