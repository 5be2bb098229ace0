// Values that often break programs, and texts made of them.
import fc from 'fast-check'

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const NUMBERS = ['-1', '0', '1e308', '-0', 'NaN', 'Infinity', '9007199254740993', '2147483648', '0x10', '01', '1.5']
const LINES = ['\r\nX-Injected: y', '\n', '\u2028', '\u0085', '\u0000', '\u001b[31m', '\ud800', '\ufeff', '\u202e']
const PATHS = ['../../etc/passwd', '..%2f..%2f', '%2e%2e', '....//', '/etc/passwd', 'C:\\', '%00', '%', '%zz', '%c0%ae']
const MARKUP = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '{{7*7}}']
const SQL = ["' OR 1=1 --", '"; DROP TABLE client; --', "1' UNION SELECT 1", '*', '%_', "\\'"]
const URLS = [
  'https://evil.example/',
  '//evil.example',
  'http://169.254.169.254/',
  'http://[::1]/',
  'file:///etc/passwd',
  'data:text/html,x',
]
const JSONS = ['{}', '[]', 'null', '"x"', '{"__proto__":{"admin":true}}', '[[[[[[[[[[[[', '{"a":1,"a":2}']
const TOKENS = ['a.b.c', 'e30.e30.', 'e30.e30.e30', 'eyJhbGciOiJub25lIn0.e30.', 'a.b.c.d.e']

/** Texts that are known to hurt. */
export const KNOWN: readonly string[] = [
  ...['', ' ', '*', ','.repeat(300), '('.repeat(300), 'a'.repeat(3000), '😀'.repeat(40)],
  ...[PROTOTYPE_NAMES, NUMBERS, LINES, PATHS, MARKUP, SQL, URLS, JSONS, TOKENS].flat(),
]

export const nasty: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...KNOWN), fc.constantFrom(...KNOWN)).map((two) => two.join('')) },
)

/** A JSON value of any shape, the names of members among what hurts. */
export const nastyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    nasty,
    fc.constantFrom(null, true, false, 0, -1, 1e308, 1.5, 2 ** 53),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...PROTOTYPE_NAMES), fc.string({ maxLength: 8 })), tie('value')), {
        maxLength: 4,
      })
      .map((pairs) => Object.fromEntries(pairs)),
  ),
})).value
