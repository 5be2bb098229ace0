// The invented people of the demo domain, with the logins that the terminal and the login page show.

export interface DemoPerson {
  readonly reference: string
  readonly name: string
  readonly given: string
  readonly family: string
  readonly username: string
  readonly password: string
  readonly role: 'patient' | 'practitioner' | 'related_person'
  readonly gender: 'female' | 'male'
  readonly birthDate: string
}

const person = (
  role: DemoPerson['role'],
  type: string,
  given: string,
  family: string,
  gender: DemoPerson['gender'],
  birthDate: string,
): DemoPerson => {
  const id = `${given}-${family}`.toLowerCase().replace(/[^a-z]+/g, '-')
  return {
    reference: `${type}/${id}`,
    name: `${given} ${family}`,
    given,
    family,
    username: `${given.toLowerCase()}@demo.test`,
    password: 'demo',
    role,
    gender,
    birthDate,
  }
}

export const MARIJKE = person('patient', 'Patient', 'Marijke', 'Jansen', 'female', '1986-04-12')
export const BRAM = person('patient', 'Patient', 'Bram', 'de Boer', 'male', '1972-11-30')
export const DAAN = person('practitioner', 'Practitioner', 'Daan', 'Visser', 'male', '1979-08-02')
export const ELS = person('related_person', 'RelatedPerson', 'Els', 'Jansen', 'female', '1958-01-23')

/** Everybody who can log in; the first is whom "Launch the demo" acts as. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [MARIJKE, BRAM, DAAN, ELS]
