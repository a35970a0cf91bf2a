// The part of JSON Schema (2020-12) that the extracted contract is written in.
export interface JsonSchema {
  $ref?: string
  type?: string
  const?: string | number | boolean
  enum?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
  maxProperties?: number
}

export interface ContractOperation {
  /** Resource file and method as the stripe package names them, e.g. `Checkout/Sessions.create`. */
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  /** e.g. `/v1/transfers/{id}` */
  path: string
  request: JsonSchema
  response: JsonSchema
}

export interface ContractDocument {
  /** The package version and extractor it was made from; any other value makes the file outdated. */
  madeFrom: string
  apiVersion: string
  operations: ContractOperation[]
  /** Whole objects by their `object` tag; events as `event:<type>`. */
  schemas: Record<string, JsonSchema>
}

/** The id under which all schemas are known to the validator, so references can be absolute. */
export const schemasId = 'stripe'

export function schemaReference(tag: string): JsonSchema {
  return { $ref: `${schemasId}#/schemas/${tag.replaceAll('~', '~0').replaceAll('/', '~1')}` }
}
