// HTTP dates (RFC 9110 §5.6.7): one form is written, three are read.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})'
const MONTH = `(?<month>${MONTHS.join('|')})`
const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const FORMS = [
  `${DAY_NAME}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`, // IMF-fixdate
  `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\\d{2})-${MONTH}-(?<short>\\d{2}) ${TIME} GMT`, // RFC 850
  `${DAY_NAME} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`, // asctime
].map((form) => new RegExp(`^${form}$`))

/** An HTTP-date in epoch milliseconds, interpreted at `now`; undefined for an invalid one. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year, short, month = '', day, hour, minute, second } = parts
  const [ofMonth, clock] = [
    [MONTHS.indexOf(month), Number(day)],
    [Number(hour), Number(minute), Number(second)],
  ] as const
  const time = utc(short === undefined ? Number(year) : fullYear(Number(short), now), ofMonth, clock)
  return time
}

/** A two-digit year that seems more than 50 years ahead is the latest past year with those digits. */
function fullYear(short: number, now: number): number {
  const current = new Date(now).getUTCFullYear()
  const year = current - (current % 100) + short
  return year > current + 50 ? year - 100 : year
}

function utc(
  year: number,
  [month, day]: readonly [number, number],
  [hour, minute, second]: readonly [number, number, number],
): number | undefined {
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const time = new Date(0)
  time.setUTCFullYear(year, month, day)
  if (time.getUTCDate() !== day) return undefined
  return time.setUTCHours(hour, minute, second)
}
