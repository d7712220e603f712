import { randomFrom } from '@cheyi/domain/fleet/stock/search/random'

/** Puts things into an order that one seed always gives. */
export type Shuffle = <T>(items: readonly T[]) => T[]

export function shuffleFrom(seed: number): Shuffle {
  const random = randomFrom(seed)
  return (items) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item)
}
