// An operation: the handler behind one call of the provider's API.
import type { Contract, MatchedOperation } from '../contract/contract.ts'
import type { Cause, Sandbox } from '../state/sandbox.ts'
import { parameterFailure } from './parameter-failure.ts'

export interface Call<Params> {
  params: Params
  /** The values in the URL's path, by the contract's names. */
  path: Record<string, string>
  /** The owner of the objects: the platform, or the connected account named in the header. */
  owner: string
  cause: Cause
}

export interface Operation {
  /** As in the contract, e.g. `Transfers.create`. */
  name: string
  /** Whether the header may name a connected account although this call writes. */
  forAccounts: boolean
  /**
   * Checks the parameters at once and returns the work. The idempotency key is looked up between the
   * two: a request with invalid parameters must not be stored under its key.
   */
  prepare: (contract: Contract, request: MatchedRequest) => PreparedOperation
}

export interface PreparedOperation {
  run: (sandbox: Sandbox) => object
  /** The parameter `expand`: paths of properties to replace with the objects they name. */
  expand: string[]
}

export interface MatchedRequest {
  matched: MatchedOperation
  /** The query or body as the client sent it. */
  encoded: string
  owner: string
  cause: Cause
}

/** @param handler runs in a transaction and is synchronous, so no other request runs between its steps. */
export function serve<Params extends object>(
  name: string,
  handler: (sandbox: Sandbox, call: Call<Params>) => object,
  { forAccounts = false } = {},
): Operation {
  return {
    name,
    forAccounts,
    prepare(contract, { matched, encoded, owner, cause }) {
      const { operation, path } = matched
      // The operation's schema was extracted from the type that Params names.
      const isParams = (value: unknown): value is Params => contract.acceptsParams(operation, value)
      const params = contract.decodeParams(operation, encoded)
      if (!isParams(params)) {
        throw parameterFailure(operation, contract.paramsErrors(operation, params), params)
      }
      return {
        run: (sandbox) => handler(sandbox, { params, path, owner, cause }),
        expand: expandPaths(params),
      }
    },
  }
}

function expandPaths(params: object): string[] {
  const paths: unknown = 'expand' in params ? params.expand : []
  return Array.isArray(paths) ? paths.map(String) : []
}
