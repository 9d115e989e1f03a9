/**
 * Builds an ONNX model: constants are added, operations are chained by the names of their results,
 * and `model()` writes it all as protobuf. Field numbers are those of onnx.proto.
 */
import { floatField, messageField, type Pieces, textField, varintField } from './protobuf.ts'

/** The name of a value in the graph: an input, a constant, or the result of an operation. */
export type Value = string

type Attributes = Readonly<Record<string, Attribute>>
type Attribute = { readonly int: number } | { readonly float: number } | { readonly ints: number[] }

/** onnx.proto's numbers for the element types we use. */
const ELEMENT = { float: 1, int8: 3, int64: 7 } as const
type ElementType = keyof typeof ELEMENT

/** A named input or output; a dimension given by name may be of any size. */
interface Signature {
  readonly name: Value
  readonly type: ElementType
  readonly shape: readonly (number | string)[]
}

const IR_VERSION = 8
const OPSETS = [
  { domain: '', version: 17 },
  { domain: 'com.microsoft', version: 1 },
] as const
/** onnx.proto's TensorProto.DataLocation. */
const EXTERNAL = 1
const ATTRIBUTE_TYPE = { float: 1, int: 2, ints: 7 } as const

/** From this size on a constant lies in a file of its own, which the runtime maps instead of copying. */
const EXTERNAL_BYTES = 65_536

export interface ModelFiles {
  readonly model: Pieces
  /** The large constants, each at a multiple of 64 KB. */
  readonly data: Pieces
}

export class OnnxGraph {
  readonly #dataFile: string
  readonly #data: Uint8Array[] = []
  #dataBytes = 0
  readonly #nodes: Pieces[] = []
  readonly #constants: Pieces[] = []
  #results = 0

  /** `dataFile`: the name of the file beside the model that holds the large constants. */
  constructor(dataFile: string) {
    this.#dataFile = dataFile
  }

  floats(shape: readonly number[], values: Float32Array): Value {
    return this.#constant('float', shape, values)
  }

  int8s(shape: readonly number[], values: Int8Array): Value {
    return this.#constant('int8', shape, values)
  }

  int64s(shape: readonly number[], values: readonly number[]): Value {
    return this.#constant('int64', shape, BigInt64Array.from(values, BigInt))
  }

  scalar(value: number): Value {
    return this.floats([], Float32Array.of(value))
  }

  /** Adds an operation with one result. */
  op(type: string, inputs: readonly Value[], attributes: Attributes = {}, domain = ''): Value {
    const [result] = this.ops(type, 1, inputs, attributes, domain)
    return result as Value // one was asked for
  }

  /** Adds an operation with several results. */
  ops(
    type: string,
    count: number,
    inputs: readonly Value[],
    attributes: Attributes = {},
    domain = '',
  ): Value[] {
    const results = Array.from({ length: count }, () => this.#fresh())
    this.#addNode(type, inputs, results, attributes, domain)
    return results
  }

  /** Gives a value the name under which it leaves the graph. */
  rename(from: Value, to: Value): void {
    this.#addNode('Identity', [from], [to], {}, '')
  }

  model(name: string, inputs: readonly Signature[], outputs: readonly Signature[]): ModelFiles {
    const graph = [
      ...this.#nodes.flatMap((node) => messageField(1, node)),
      ...textField(2, name),
      ...this.#constants.flatMap((constant) => messageField(5, constant)),
      ...inputs.flatMap((input) => messageField(11, signature(input))),
      ...outputs.flatMap((output) => messageField(12, signature(output))),
    ]
    const model = [
      ...varintField(1, IR_VERSION),
      ...textField(2, 'mneme'),
      ...messageField(7, graph),
      ...OPSETS.flatMap(({ domain, version }) =>
        messageField(8, [...textField(1, domain), ...varintField(2, version)]),
      ),
    ]
    return { model, data: this.#data }
  }

  #fresh(): Value {
    return `v${this.#results++}`
  }

  #constant(
    type: ElementType,
    shape: readonly number[],
    values: Float32Array | Int8Array | BigInt64Array,
  ): Value {
    const name = this.#fresh()
    this.#constants.push([
      ...shape.flatMap((size) => varintField(1, size)),
      ...varintField(2, ELEMENT[type]),
      ...textField(8, name),
      ...this.#content(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    ])
    return name
  }

  #content(bytes: Uint8Array): Pieces {
    if (bytes.byteLength < EXTERNAL_BYTES) return messageField(9, [bytes])
    const padding = (EXTERNAL_BYTES - (this.#dataBytes % EXTERNAL_BYTES)) % EXTERNAL_BYTES
    const offset = this.#dataBytes + padding
    this.#data.push(new Uint8Array(padding), bytes)
    this.#dataBytes = offset + bytes.byteLength
    const entries = { location: this.#dataFile, offset, length: bytes.byteLength }
    return [
      ...Object.entries(entries).flatMap(([key, value]) =>
        messageField(13, [...textField(1, key), ...textField(2, String(value))]),
      ),
      ...varintField(14, EXTERNAL),
    ]
  }

  #addNode(
    type: string,
    inputs: readonly Value[],
    results: readonly Value[],
    attributes: Attributes,
    domain: string,
  ): void {
    this.#nodes.push([
      ...inputs.flatMap((input) => textField(1, input)),
      ...results.flatMap((result) => textField(2, result)),
      ...textField(4, type),
      ...Object.entries(attributes).flatMap(([key, value]) =>
        messageField(5, [...textField(1, key), ...attribute(value)]),
      ),
      ...textField(7, domain),
    ])
  }
}

function attribute(value: Attribute): Pieces {
  if ('int' in value) return [...varintField(3, value.int), ...varintField(20, ATTRIBUTE_TYPE.int)]
  if ('float' in value) {
    return [...floatField(2, value.float), ...varintField(20, ATTRIBUTE_TYPE.float)]
  }
  return [
    ...value.ints.flatMap((int) => varintField(8, int)),
    ...varintField(20, ATTRIBUTE_TYPE.ints),
  ]
}

function signature({ name, type, shape }: Signature): Pieces {
  const dimensions = shape.flatMap((size) =>
    messageField(1, typeof size === 'string' ? textField(2, size) : varintField(1, size)),
  )
  const tensor = [...varintField(1, ELEMENT[type]), ...messageField(2, dimensions)]
  return [...textField(1, name), ...messageField(2, messageField(1, tensor))]
}
