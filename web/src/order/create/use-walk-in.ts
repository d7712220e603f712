import { isWithCustomer } from '@cheyi/domain/inventory/codes'
import { useEffect, useEffectEvent } from 'react'
import { canTake } from '../../arrange/parts/candidate.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useRead } from '../../kernel/call/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import type { Entered, FreeModel, Trip } from './form.ts'
import { isFree, modelsOf, RECOMMENDED } from './models.ts'
import type { FormState } from './use-entered.ts'

/** What the last order on this phone was made of. */
type Last = Pick<Entered, 'modelId' | 'services'>

interface Free {
  readonly data?: readonly FreeModel[]
  readonly isPlaceholderData: boolean
}

/**
 * A customer at the counter: the model that went last, or the first that can be had, the best of its cars and the last
 * services are proposed. Answers what is called once the order is made.
 */
export function useWalkIn({ entered, enter }: FormState, trip: Trip, free: Free): () => void {
  const { walkIn, modelId, vehicle, services } = entered
  const last = useDraft<Last>('order.last', { modelId: null, services: {} })
  const [from = 0, to = 0] = trip.times
  const models = free.isPlaceholderData ? undefined : free.data

  const proposeModel = useEffectEvent(() => {
    if (!walkIn || modelId !== null || models === undefined) return
    const usual = models.find((model) => model.modelId === last.value.modelId && isFree(model))
    const [best] = usual ? [usual] : modelsOf(models, RECOMMENDED).filter(isFree)
    if (best)
      enter({ modelId: best.modelId, services: Object.keys(services).length > 0 ? services : last.value.services })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when one of them changes.
  useEffect(() => proposeModel(), [walkIn, models, modelId])

  const cars = useRead(
    calls.arrange.available,
    { storeId: trip.store?.id, modelId: modelId ?? '', pickupAt: from, returnAt: to },
    { enabled: walkIn && modelId !== null && trip.store !== undefined, quiet: true },
  )
  // One that another customer still has can be planned on, but not driven off with.
  const car = cars.data?.list.find((one) => canTake(one) && !isWithCustomer(one.runState))
  const proposeCar = useEffectEvent(() => {
    if (walkIn && vehicle === null && car) enter({ vehicle: { vehicleId: car.vehicleId, plate: car.plate } })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when one of them changes.
  useEffect(() => proposeCar(), [walkIn, car, vehicle])

  return () => {
    last.set({ modelId, services })
    last.flush()
  }
}
