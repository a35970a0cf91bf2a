// The last API requests, for developers; in memory only.

export interface LoggedRequest {
  requestId: string
  /** ISO 8601, the sandbox's clock. */
  at: string
  method: string
  path: string
  status: number
  idempotencyKey: string | null
  isReplayed: boolean
  errorCode: string | null
  fault: string | null
}

export interface RequestLog {
  add: (request: LoggedRequest) => void
  /** Newest first. */
  list: () => LoggedRequest[]
}

const maxLoggedRequests = 500

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = []
  return {
    add(request) {
      requests.unshift(request)
      requests.splice(maxLoggedRequests)
    },
    list: () => [...requests],
  }
}
