import { type Measured, median } from './measure/measure.ts'

/** One that takes part; `round` counts from 0. */
export type Contestant = (round: number) => Promise<Measured>

/** What each contestant did, round by round. */
export type Rounds<Name extends string> = readonly Readonly<Record<Name, Measured>>[]

/** Lets contestants take turns, each round beginning with another, so that what else the machine does meets all alike. */
export async function contest<Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  rounds: number,
): Promise<Rounds<Name>> {
  const names = Object.keys(contestants) as Name[]
  const all: Record<Name, Measured>[] = []
  for (let round = 0; round < rounds; round++) {
    const results = {} as Record<Name, Measured>
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!
      results[name] = await contestants[name](round)
    }
    all.push(results)
  }
  return all
}

/** Answers a second. */
export const rateOf = ({ count, seconds }: Measured): number => count / seconds

export const medianOf = <Name extends string>(rounds: Rounds<Name>, name: Name, of: (one: Measured) => number) =>
  median(rounds.map((round) => of(round[name])))

/** The median of the rounds' ratios: what slows a whole round down cancels out. */
export const ratioOf = <Name extends string>(rounds: Rounds<Name>, a: Name, b: Name, of: (one: Measured) => number) =>
  median(rounds.map((round) => of(round[a]) / of(round[b])))

export const errorsOf = <Name extends string>(rounds: Rounds<Name>): number =>
  rounds.flatMap((round) => Object.values<Measured>(round)).reduce((sum, { errors }) => sum + errors, 0)
