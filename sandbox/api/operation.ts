// An operation: the handler behind one call of the provider's API.
import type { Contract, MatchedOperation } from '../contract/contract.ts'
import type { Cause, Sandbox } from '../sandbox.ts'
import { expandPath, expandPaths } from './expand.ts'
import { parameterFailure } from './parameter-failure.ts'

export interface Call<Params> {
  params: Params
  /** The values in the URL's path, by the contract's names. */
  path: Record<string, string>
  /** Whose objects: the platform's, or those of the connected account named in the header. */
  owner: string
  cause: Cause
}

export interface Operation {
  /** As in the contract, e.g. `Transfers.create`. */
  name: string
  /**
   * Checks the parameters now, does the work when called: between the two the idempotency key is
   * looked up, and only what begins may be remembered under it.
   */
  prepare: (contract: Contract, request: PreparedRequest) => (sandbox: Sandbox) => object
}

export interface PreparedRequest {
  matched: MatchedOperation
  /** The query or body as it came. */
  encoded: string
  owner: string
  cause: Cause
}

/** @param handler runs in a transaction and is synchronous, so nothing can come between its steps. */
export function serve<Params extends object>(
  name: string,
  handler: (sandbox: Sandbox, call: Call<Params>) => object,
): Operation {
  return {
    name,
    prepare(contract, { matched, encoded, owner, cause }) {
      const { operation, path } = matched
      // The operation's schema was made from the very type that Params names.
      const isParams = (value: unknown): value is Params => contract.acceptsParams(operation, value)
      const params = contract.decodeParams(operation, encoded)
      if (!isParams(params)) {
        throw parameterFailure(operation, contract.paramsErrors(operation, params), params)
      }
      const expand = expandPaths(params)
      return (sandbox) => {
        const answer = handler(sandbox, { params, path, owner, cause })
        return expand.reduce((expanded, wish) => expandPath(sandbox, owner, expanded, wish), answer)
      }
    },
  }
}
