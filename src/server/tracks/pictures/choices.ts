// What a drawing leaves open is chosen by an id: the same id always gives the same drawing.

import { createHash } from 'node:crypto'

export type Choices = ReturnType<typeof choicesOf>

/** Always the same choices for the same id: a linear congruential generator seeded by its hash. */
export function choicesOf(id: string) {
  let state = createHash('sha256').update(id).digest().readUInt32LE(0)
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const between = (from: number, to: number) => from + random() * (to - from)
  function one<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[Math.floor(random() * values.length)] ?? values[0]
  }
  return {
    between,
    one,
    shuffled: <Value>(values: Value[]): Value[] =>
      values
        .map((value) => ({ value, place: random() }))
        .toSorted((left, right) => left.place - right.place)
        .map(({ value }) => value),
  }
}
