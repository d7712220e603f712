import { isWithCustomer } from '@cheyi/domain/fleet/inventory/codes'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type FreeModel, isFree } from '../../../booking/order/parts/free-model.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { canTake } from '../../arrange/parts/candidate.ts'
import type { Entered, Trip } from './form.ts'
import { modelsOf, RECOMMENDED } from './models.ts'
import type { FormState } from './use-entered.ts'

/** Model and services of the last order on this phone. */
type Last = Pick<Entered, 'modelId' | 'services'>

interface Free {
  readonly data?: readonly FreeModel[]
  readonly isPlaceholderData: boolean
}

export interface WalkIn {
  /** Called when the order is created. */
  readonly took: () => void
  /**
   * Another order got the submitted car: a proposed car is replaced by the next of its model.
   * @returns the new car, already entered; null when the car was chosen by hand or no other is at the store
   */
  readonly another: (taken: string) => Promise<string | null>
}

/** For a walk-in: proposes the last used model, or the first with a car at the store, its best car, and the last services. */
export function useWalkIn({ entered, enter }: FormState, trip: Trip, free: Free): WalkIn {
  const { walkIn, modelId, vehicle, services } = entered
  const last = useDraft<Last>('order.last', { modelId: null, services: {} })
  const [from = 0, to = 0] = trip.times
  const models = free.isPlaceholderData ? undefined : free.data
  // A model may be free only by moving other orders: then none of its cars can be taken now.
  const proposed = useRef<string>(null)
  const without = useRef(new Set<string>())
  const proposedCars = useRef<readonly string[]>([])

  const proposeModel = useEffectEvent(() => {
    if (!walkIn || modelId !== null || models === undefined) return
    const ranked = modelsOf(models, RECOMMENDED).filter((model) => isFree(model) && !without.current.has(model.modelId))
    const best = ranked.find((model) => model.modelId === last.value.modelId) ?? ranked[0]
    proposed.current = best?.modelId ?? null
    if (best)
      enter({ modelId: best.modelId, services: Object.keys(services).length > 0 ? services : last.value.services })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposes again when one of these values changes.
  useEffect(() => proposeModel(), [walkIn, models, modelId])

  const cars = useRead(
    calls.arrange.available,
    { storeId: trip.store?.id, modelId: modelId ?? '', pickupAt: from, returnAt: to },
    { enabled: walkIn && modelId !== null && trip.store !== undefined },
  )
  // A car that is still with another customer can be planned, but not taken now.
  const best = (list: typeof cars.data) =>
    list?.list.find(
      (one) => canTake(one) && !isWithCustomer(one.runState) && !proposedCars.current.includes(one.vehicleId),
    )
  function propose({ vehicleId, plate }: { readonly vehicleId: string; readonly plate: string }): string {
    proposedCars.current = [...proposedCars.current, vehicleId]
    enter({ vehicle: { vehicleId, plate } })
    return vehicleId
  }
  const proposeCar = useEffectEvent(() => {
    if (!walkIn || vehicle !== null || modelId === null || cars.data === undefined) return
    // Another stay may use the cars that were already proposed.
    proposedCars.current = []
    const car = best(cars.data)
    if (car) return void propose(car)
    if (modelId !== proposed.current) return
    without.current.add(modelId)
    enter({ modelId: null })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposes again when one of these values changes.
  useEffect(() => proposeCar(), [walkIn, cars.data, vehicle, modelId])

  return {
    took() {
      last.set({ modelId, services })
      last.flush()
    },
    async another(taken) {
      if (proposedCars.current.at(-1) !== taken) return null
      const car = best((await cars.refetch()).data)
      return car === undefined ? null : propose(car)
    },
  }
}
