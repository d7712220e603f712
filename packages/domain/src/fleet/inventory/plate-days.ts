import type { LocalDate } from '../../time.ts'

/* A plate stays with the owner when a car is disposed of, and goes to the next one: which car a day of a bill means. */

export interface CarSince {
  /** The first day that it was among the merchant's cars. */
  readonly since: LocalDate
}

/** The car that has its plate on a day: the last one by then; records begin later than cars, so before all of them the first one. */
export const carOnDay = <Car extends CarSince>(cars: readonly Car[], day: LocalDate): Car | undefined => {
  const inOrder = cars.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  return inOrder.findLast(({ since }) => since <= day) ?? inOrder[0]
}
