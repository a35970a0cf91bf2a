// The package has no types: the part of its interface that is used here.

declare module 'signalsmith-stretch' {
  type StretchNode = AudioWorkletNode & {
    configure(sizes: { blockMs: number; intervalMs: number }): Promise<void>
    schedule(change: { active: boolean; semitones: number }): Promise<unknown>
  }

  type CreateStretch = {
    (context: BaseAudioContext): Promise<StretchNode>
    /** The address of the package's file, which is also the worklet's module. */
    moduleUrl?: string
  }

  const createStretch: CreateStretch
  export default createStretch
}
