import { isWithCustomer } from '@cheyi/domain/inventory/codes'
import { useEffect, useEffectEvent, useRef } from 'react'
import { canTake } from '../../arrange/parts/candidate.ts'
import { calls, useRead } from '../../kernel/call/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import { type FreeModel, isFree } from '../parts/free-model.ts'
import type { Entered, Trip } from './form.ts'
import { modelsOf, RECOMMENDED } from './models.ts'
import type { FormState } from './use-entered.ts'

/** What the last order on this phone was made of. */
type Last = Pick<Entered, 'modelId' | 'services'>

interface Free {
  readonly data?: readonly FreeModel[]
  readonly isPlaceholderData: boolean
}

/**
 * A customer at the counter: the model that went last, or the first of which a car stands there, the best of its cars and
 * the last services are proposed. Answers what is called once the order is made.
 */
export function useWalkIn({ entered, enter }: FormState, trip: Trip, free: Free): () => void {
  const { walkIn, modelId, vehicle, services } = entered
  const last = useDraft<Last>('order.last', { modelId: null, services: {} })
  const [from = 0, to = 0] = trip.times
  const models = free.isPlaceholderData ? undefined : free.data
  // A model may be free by moving other orders only: then none of its cars can be driven off with.
  const proposed = useRef<string>(null)
  const without = useRef(new Set<string>())

  const proposeModel = useEffectEvent(() => {
    if (!walkIn || modelId !== null || models === undefined) return
    const ranked = modelsOf(models, RECOMMENDED).filter((model) => isFree(model) && !without.current.has(model.modelId))
    const best = ranked.find((model) => model.modelId === last.value.modelId) ?? ranked[0]
    proposed.current = best?.modelId ?? null
    if (best)
      enter({ modelId: best.modelId, services: Object.keys(services).length > 0 ? services : last.value.services })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when one of them changes.
  useEffect(() => proposeModel(), [walkIn, models, modelId])

  const cars = useRead(
    calls.arrange.available,
    { storeId: trip.store?.id, modelId: modelId ?? '', pickupAt: from, returnAt: to },
    { enabled: walkIn && modelId !== null && trip.store !== undefined },
  )
  // One that another customer still has can be planned on, but not driven off with.
  const car = cars.data?.list.find((one) => canTake(one) && !isWithCustomer(one.runState))
  const proposeCar = useEffectEvent(() => {
    if (!walkIn || vehicle !== null || modelId === null || cars.data === undefined) return
    if (car) return enter({ vehicle: { vehicleId: car.vehicleId, plate: car.plate } })
    if (modelId !== proposed.current) return
    without.current.add(modelId)
    enter({ modelId: null })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when one of them changes.
  useEffect(() => proposeCar(), [walkIn, cars.data, vehicle, modelId])

  return () => {
    last.set({ modelId, services })
    last.flush()
  }
}
