import { type Contract, contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import type { Scene } from '../world/scene/scene.ts'

type Inputs<R, C extends keyof R> = readonly InputOf<R[C]>[]
/** Calls of a feature that may be asked with nothing given. */
type Bare<R> = { [C in keyof R]: Record<never, never> extends InputOf<R[C]> ? C : never }[keyof R]

/** Sound inputs of every call, by feature; left out where the call needs nothing and none of its ids is optional. */
export type Samples = {
  readonly [R in keyof Contract]: {
    readonly [C in Exclude<keyof Contract[R], Bare<Contract[R]>>]: Inputs<Contract[R], C>
  } & {
    readonly [C in Bare<Contract[R]>]?: Inputs<Contract[R], C>
  }
}
/** The same with an empty input where none was given. */
export type AllSamples = {
  readonly [R in keyof Contract]: { readonly [C in keyof Contract[R]]: Inputs<Contract[R], C> }
}

export const withBare = (given: Samples): AllSamples =>
  Object.fromEntries(
    Object.entries(contract).map(([feature, calls]) => [
      feature,
      Object.fromEntries(
        Object.keys(calls).map((call) => [
          call,
          (given as Record<string, Record<string, unknown>>)[feature]?.[call] ?? [{}],
        ]),
      ),
    ]),
  ) as unknown as AllSamples

/** An id of the scene by its name. */
export const idsOf =
  ({ ids }: Scene) =>
  (name: string): string => {
    const found = ids[name]
    if (found === undefined) throw new Error(`the scene has no ${name}`)
    return found
  }
