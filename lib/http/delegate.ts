// A view of an object that is created on demand: members that the view lacks are delegated to the real object.

interface View {
  readonly real: () => object
}

/** Lets the real one answer for every member of its class that the view's class lacks. */
export function delegateRest(view: View, real: object): void {
  for (const name of Reflect.ownKeys(real)) {
    if (name === 'constructor' || name === Symbol.toStringTag || Object.hasOwn(view, name)) continue
    Object.defineProperty(view, name, {
      get(this: View) {
        const made = this.real()
        const member: unknown = Reflect.get(made, name)
        return typeof member === 'function' ? member.bind(made) : member
      },
    })
  }
}
