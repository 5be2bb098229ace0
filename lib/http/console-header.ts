// How the FHIR API knows a request of the FHIR console, whose developer it tells what a search read (conformance FBO-12).

/** The header, whose value only this domain can make. It never leaves the server. */
export const CONSOLE_HEADER = 'x-slipway-console'

/** Whose the value is: no person's, since nobody has an empty name. */
export const NOBODY = ''
