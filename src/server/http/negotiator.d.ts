/** The package has no types, and the types published separately lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /** `preferred` decides between codings of equal quality. Undefined when the client accepts none of them. */
    encoding<Coding extends string>(
      available: readonly Coding[],
      options: { preferred: readonly Coding[] },
    ): Coding | undefined
  }
}
