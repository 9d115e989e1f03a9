/** A map of so many entries at most: the one that was set longest ago makes room. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    const [oldest] = this.keys()
    if (this.size >= this.#most) this.delete(oldest as Key)
    return super.set(key, value)
  }

  /** What is known of the key, else what is made of it now. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }
}
