// The loaded contract: finds the operation of a request, and checks parameters and responses against it.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { coerceForm, decodeForm } from './form-encoding.ts'
import {
  schemaReference,
  schemasId,
  type ContractDocument,
  type ContractOperation,
  type JsonSchema,
} from './json-schema.ts'

export interface Contract {
  apiVersion: string
  match: (method: string, path: string) => MatchedOperation | undefined
  /** The parameters in a query or body; undefined when it cannot be parsed. */
  decodeParams: (operation: ContractOperation, encoded: string) => unknown
  acceptsParams: (operation: ContractOperation, params: unknown) => boolean
  /** Why parameters are not accepted. */
  paramsErrors: (operation: ContractOperation, params: unknown) => ErrorObject[]
  /** What is wrong with a response; empty when it matches the contract. */
  responseProblems: (operation: ContractOperation, response: unknown) => string[]
  /** The same for an event as it is sent to a webhook. */
  eventProblems: (event: { type: string }) => string[]
}

export interface MatchedOperation {
  operation: ContractOperation
  /** Values of the path's `{names}`. */
  path: Record<string, string>
}

export function createContract(document: ContractDocument): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: schemasId, schemas: document.schemas })
  const patterns = document.operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  // Compiled on first use: compiling all of them takes seconds, and a run uses few.
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const validatorOf = (schema: JsonSchema) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, validate)
    return validate
  }
  const problemsOf = (schema: JsonSchema, value: unknown) => {
    const validate = validatorOf(schema)
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
  const eventSchemas = new Map<string, JsonSchema>()

  return {
    apiVersion: document.apiVersion,
    match(method, path) {
      for (const { operation, pattern } of patterns) {
        const found = operation.method === method ? pattern.exec(path) : null
        if (found) return { operation, path: decodePath(found.groups ?? {}) }
      }
      return undefined
    },
    decodeParams,
    acceptsParams: (operation, params) => validatorOf(operation.request)(params),
    paramsErrors(operation, params) {
      const validate = validatorOf(operation.request)
      validate(params)
      return validate.errors ?? []
    },
    responseProblems: (operation, response) => problemsOf(operation.response, response),
    eventProblems(event) {
      const schema = eventSchemas.get(event.type) ?? schemaReference(`event:${event.type}`)
      eventSchemas.set(event.type, schema)
      return problemsOf(schema, event)
    },
  }
}

function decodePath(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)]
      } catch {
        return [name, text]
      }
    }),
  )
}

function decodeParams(operation: ContractOperation, encoded: string): unknown {
  const isJson = operation.path.startsWith('/v2/') && operation.method === 'POST'
  if (!isJson) return coerceForm(decodeForm(encoded), operation.request)
  try {
    const params: unknown = JSON.parse(encoded || '{}')
    return params
  } catch {
    return undefined
  }
}
