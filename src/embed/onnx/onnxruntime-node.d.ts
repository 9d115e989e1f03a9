/** The package comes without types; this is the part of it that we use. */
declare module 'onnxruntime-node' {
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, dims: readonly number[])
    readonly data: unknown
    readonly dims: readonly number[]
  }

  export interface Session {
    readonly inputNames: readonly string[]
    readonly outputNames: readonly string[]
    run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>
    release(): Promise<void>
  }

  export const InferenceSession: {
    create(
      path: string,
      options: {
        readonly intraOpNumThreads: number
        readonly interOpNumThreads: number
        readonly graphOptimizationLevel: 'disabled' | 'basic' | 'extended' | 'all'
        readonly logSeverityLevel: number
        readonly enableCpuMemArena: boolean
        readonly enableMemPattern: boolean
      },
    ): Promise<Session>
  }
}
