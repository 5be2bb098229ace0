// What sentences, dialogs and choices call an app or a person: two may have one name.

/** The name with the identifier that tells it from others of that name; the identifier alone where it is the name. */
export const called = (name: string, id: string): string => (name === id ? id : `${name} (${id})`)
