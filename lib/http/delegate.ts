// Members that an object in the place of a real one of the platform leaves to that one, which is made when it is first needed.

/** Lets the real one answer for these. */
export function delegate(prototype: object, names: readonly PropertyKey[]): void {
  for (const name of names)
    Object.defineProperty(prototype, name, {
      get(this: { readonly real: () => Record<PropertyKey, unknown> }) {
        const real = this.real()
        const member = real[name]
        return typeof member === 'function' ? member.bind(real) : member
      },
    })
}
