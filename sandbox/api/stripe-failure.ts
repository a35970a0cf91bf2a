// A refused request, in the provider's shape and wording.
export interface ErrorDetails {
  code?: string
  param?: string
}

export class StripeFailure extends Error {
  readonly status: number
  readonly type: string
  readonly details: ErrorDetails
  /** Whether the operation had begun: only then is the response stored under the idempotency key. */
  readonly begun: boolean

  constructor(
    message: string,
    failure: { status: number; type?: string; details?: ErrorDetails; begun: boolean },
  ) {
    super(message)
    this.status = failure.status
    this.type = failure.type ?? 'invalid_request_error'
    this.details = failure.details ?? {}
    this.begun = failure.begun
  }
}

/** 400 before the operation began: the client may use the same key again with other parameters. */
export function invalidParameter(message: string, details: ErrorDetails): StripeFailure {
  return new StripeFailure(message, { status: 400, details, begun: false })
}

export function missingParameter(param: string): StripeFailure {
  return invalidParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function emptyParameter(param: string): StripeFailure {
  return invalidParameter(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
    { code: 'parameter_invalid_empty', param },
  )
}

export function notServed(what: string, param: string): StripeFailure {
  return invalidParameter(`The payments sandbox does not serve ${what}.`, { param })
}

/** 400 from the operation itself: stored under the key, so the next attempt must use a new key. */
export function refusal(message: string, details: ErrorDetails): StripeFailure {
  return new StripeFailure(message, { status: 400, details, begun: true })
}

/** The object named in the URL does not exist. The second API has a code of its own for it. */
export function notFound(what: string, id: string, api: 'v1' | 'v2' = 'v1'): StripeFailure {
  const details = api === 'v2' ? { code: 'not_found' } : { code: 'resource_missing', param: 'id' }
  return new StripeFailure(`No such ${what}: '${id}'`, { status: 404, details, begun: true })
}

/** An object named by a parameter does not exist. */
export function noSuch(what: string, id: string, param: string): StripeFailure {
  return refusal(`No such ${what}: '${id}'`, { code: 'resource_missing', param })
}
