import type { Contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import type { Scene } from '../world/scene.ts'

/** Sound inputs of every call, by room. */
export type Samples = {
  readonly [R in keyof Contract]: { readonly [C in keyof Contract[R]]: readonly InputOf<Contract[R][C]>[] }
}

/** An id of the scene by its name. */
export const idsOf =
  ({ ids }: Scene) =>
  (name: string): string => {
    const found = ids[name]
    if (found === undefined) throw new Error(`the scene has no ${name}`)
    return found
  }
