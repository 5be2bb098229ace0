// How a page says whom it was made for (lib/oauth/person-mark.ts).

/** The header of what its script asks for. */
export const PERSON_HEADER = 'x-slipway-person'
/** The field of its plain forms. */
export const PERSON_FIELD = 'person'
