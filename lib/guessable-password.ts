// Passwords that are guessed first (NIST SP 800-63B §3.1.1.2): the most common ones of eight characters and more, and the own address.
import { normalForm } from './text.ts'

const COMMON = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd passwort passwords
  12345678 123456789 1234567890 0123456789 12341234 12344321 87654321 987654321 9876543210 123123123 147258369 123454321
  11111111 00000000 88888888 99999999 1111111111 0000000000 11112222 11223344 1122334455 12121212 69696969 aaaaaaaa
  1234qwer 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwer1234
  asdfghjk asdfghjkl asdf1234 abcd1234 abc12345 abcdefgh abcdefg1 a1b2c3d4 aa123456 q1w2e3r4
  iloveyou iloveyou1 sunshine princess football baseball superman starwars trustno1 whatever computer internet
  changeme changeme1 letmein1 letmein123 welcome1 welcome123 admin123 admin1234 administrator default1 test1234 testtest
  welkom01 welkom12 welkom123 welkom1234 wachtwoord wachtwoord1 wachtwoord123 geheim01 geheim123 ikhouvanjou
  feyenoord voetbal1 zonnetje lieverd1 sleutel1 nederland amsterdam`.split(/\s+/),
)

/** True for a password that is guessed first, also for the account with that user name. */
export function isGuessable(password: string, username?: string): boolean {
  const plain = normalForm(password, 'NFKC').toLowerCase()
  return COMMON.has(plain) || plain === username?.toLowerCase()
}
