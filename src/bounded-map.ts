/** A map with a maximum size: the entry that was set longest ago is dropped first. */
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

  /** The value of the key; computed and stored when it is missing. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }
}
