import { randomFrom } from '@cheyi/domain/fleet/stock/search/random'

/** The random numbers of the seed: the same number gives the same demo data on any day. */
export interface Dice {
  /** Whole number in [from, to]. */
  int(from: number, to: number): number
  /** True with a chance in percent. */
  chance(percent: number): boolean
  pick<T>(list: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  const random = randomFrom(seed)
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return {
    int,
    chance: (percent) => random() * 100 < percent,
    pick: (list) => list[int(0, list.length - 1)]!,
  }
}
