/** The codes of AdministrativeGender (FHIR R4), in the order in which a form offers them. */
export const GENDERS = ['female', 'male', 'other', 'unknown'] as const
