/** The package has no types, and those of others do not know `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /** `preferred` decides between codings the client likes equally. Undefined when it takes none of them. */
    encoding<Coding extends string>(
      available: readonly Coding[],
      options: { preferred: readonly Coding[] },
    ): Coding | undefined
  }
}
