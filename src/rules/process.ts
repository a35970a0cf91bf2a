// A process as a table: the statuses of a thing, and each step with its start, its end and who takes it.

/** `system` is a job of the site itself; `provider` is the card provider. */
export type Actor = 'customer' | 'artist' | 'admin' | 'provider' | 'system'

export type Step<Status extends string> = {
  readonly from: readonly Status[]
  readonly to: Status
  readonly by: readonly Actor[]
}

export type Process<Status extends string, StepName extends string> = {
  /** The status of a new row. */
  readonly start: Status
  /** All of them, in the order of a usual life; the check constraint in the database names the same. */
  readonly statuses: readonly Status[]
  readonly steps: { readonly [Name in StepName]: Step<Status> }
}

/** The type of one status of a process: `StatusOf<typeof orderProcess>`. */
export type StatusOf<Table> = Table extends Process<infer Status, string> ? Status : never

/** The name of one step of a process: `StepOf<typeof orderProcess>`. */
export type StepOf<Table extends { steps: object }> = keyof Table['steps'] & string

/** Every status that a step or `start` names has to stand in `statuses`; the compiler refuses any other. */
export function defineProcess<const Status extends string, const StepName extends string>(table: {
  statuses: readonly Status[]
  start: NoInfer<Status>
  steps: { [Name in StepName]: Step<NoInfer<Status>> }
}): Process<Status, StepName> {
  return table
}
