import { isWithCustomer } from '@cheyi/domain/fleet/inventory/codes'
import { type DepositMode, depositMode, depositModes } from '@cheyi/domain/money/deposit/codes'
import { offlinePayWays, payWay } from '@cheyi/domain/money/payment/codes'
import { type Instant, MINUTE } from '@cheyi/domain/time'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type FreeModel, isFree } from '../../../booking/order/parts/free-model.ts'
import { useQuote } from '../../../booking/order/parts/use-quote.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { canTake } from '../../arrange/parts/candidate.ts'
import { type Part, type Problems, problemsOf, refusedPart } from './check.ts'
import {
  changedForm,
  type Entered,
  emptyForm,
  freeInput,
  modeOf,
  quoteInput,
  resumedForm,
  type Store,
  type Trip,
  tripOf,
} from './form.ts'
import { modelsOf, RECOMMENDED } from './models.ts'

export interface BookingSeed {
  /** Name of the local draft. */
  readonly name: string
  readonly initial: Entered
  readonly stores: readonly Store[]
  /** Problems of the initial values. */
  readonly told?: Problems
}

/** The form with its data: defaults filled in, free cars, services, the live price, and the problems. */
export type Booking = ReturnType<typeof useBooking>

export function useBooking({ name, initial, stores, told: begun }: BookingSeed) {
  const now = useNow()
  const [openedAt] = useState(now)
  const shownStore = useRef<string | null>(null)
  const form = useEntered(name, initial, openedAt, shownStore, begun)
  const { entered } = form
  const { storeId: currentStoreId } = useCurrentStore()
  const trip = tripOf(entered, { stores, currentStoreId, openedAt })
  const shownId = trip.store?.id ?? null
  useLayoutEffect(() => {
    shownStore.current = shownId
  })
  const [from = 0, to = 0] = trip.times
  const minutes = (to - from) / MINUTE
  const terms = useTerms(trip.store?.id)
  const mayOverride = useMay('order.override')

  const free = useFree(freeInput(entered, trip))
  const services = useRead(
    calls.quote.services,
    { storeId: trip.store?.id, modelId: entered.modelId ?? undefined, source: entered.source },
    { enabled: trip.store !== undefined, keepPrevious: true, freshFor: 300_000 },
  )
  const offer = services.isPlaceholderData ? undefined : (services.data ?? (services.error ? [] : undefined))
  const price = useQuote(quoteInput(entered, trip, offer), !offer && quoteInput(entered, trip, []) !== null)
  const online = useOnlinePay(trip.store?.id)
  const modes = offeredModes(price.quote?.deposits?.modes, online)

  const local = problemsOf(entered, trip, { now, graceMinutes: terms.graceMinutes, mayOverride })
  const told: Problems = Object.fromEntries(
    [free.error, price.failure]
      .map((failure) => failure && refusedPart(failure, minutes))
      .flatMap((found) => (found ? [[found.part, found.text]] : [])),
  )
  const walkIn = useWalkIn(form, trip, free)
  const shown = Object.entries(local).filter(([part]) => part === 'times' || form.isSeen(part as Part))
  return {
    ...form,
    ...walkIn,
    now,
    stores,
    trip,
    minutes,
    terms,
    mayOverride,
    free,
    services,
    ...price,
    online,
    depositModes: modes,
    depositMode: modeOf(entered.depositMode, modes),
    /** Problems to be shown now, by part. */
    problems: { ...told, ...Object.fromEntries(shown), ...form.refused } satisfies Problems as Problems,
    /** Problems that prevent submitting. A refusal of the last submit does not: the next one may succeed. */
    blocking: { ...told, ...local } satisfies Problems as Problems,
  }
}

function useFree(input: ReturnType<typeof freeInput>) {
  const nothing = { storeId: '', from: 0, to: 0 }
  return useRead(calls.stock.free, input ?? nothing, { enabled: input !== null, keepPrevious: true })
}

/** The day-counting terms of the store; the defaults until they are loaded. */
function useTerms(storeId: string | undefined) {
  const own = useRead(calls.merchant.setting, { storeId }, { enabled: storeId !== undefined, freshFor: 600_000 }).data
  return own ?? { graceMinutes: 30, dayAfterMinutes: 240 }
}

/** Whether the store accepts payment links; false while unknown. */
function useOnlinePay(storeId: string | undefined): boolean {
  const may = useMay('order.payment')
  const ways = usePaySetting({ enabled: may, storeId }).data?.payWays
  return ways?.some((way) => way !== payWay.platform && !offlinePayWays.includes(way)) ?? false
}

/** Offered deposit modes: an authorisation needs a payment link, as a payment does. */
const offeredModes = (modes: readonly DepositMode[] | undefined, online: boolean): DepositMode[] =>
  (modes ?? depositModes.values).filter((mode) => online || mode !== depositMode.online)

/** Model and services of the last order on this phone. */
type Last = Pick<Entered, 'modelId' | 'services'>

interface Free {
  readonly data?: readonly FreeModel[]
  readonly isPlaceholderData: boolean
}

interface WalkIn {
  /** Called when the order is created. */
  readonly took: () => void
  /**
   * Another order got the submitted car: a proposed car is replaced by the next of its model.
   * @returns the new car, already entered; null when the car was chosen by hand or no other is at the store
   */
  readonly another: (taken: string) => Promise<string | null>
}

/** For a walk-in: proposes the last used model, or the first with a car at the store, its best car, and the last services. */
function useWalkIn({ entered, propose: enter }: FormState, trip: Trip, free: Free): WalkIn {
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

/** Parts whose change makes a chosen car, and a refusal about cars or times, invalid. */
const tripParts: readonly Part[] = ['storeId', 'returnStoreId', 'times', 'pickup', 'return', 'modelId', 'source']

type FormState = ReturnType<typeof useEntered>

/**
 * The entered values, stored on this phone under `name` from the first character. `shownStore`: the store that the form shows; `told`:
 * problems of the initial values.
 */
function useEntered(
  name: string,
  initial: Entered,
  openedAt: Instant,
  shownStore: { readonly current: string | null },
  told: Problems = {},
) {
  const kept = useDraft(name, initial)
  // A draft of an older release may lack a field.
  const entered = useMemo(() => ({ ...emptyForm, ...kept.value }), [kept.value])
  const latest = useRef(entered)
  useLayoutEffect(() => {
    latest.current = entered
  })
  const [seen, setSeen] = useState<ReadonlySet<Part> | 'all'>(new Set())
  const [refused, setRefused] = useState<Problems>(kept.found ? {} : told)

  const takeUp = useEffectEvent(() => {
    if (kept.found) kept.set(resumedForm(entered, openedAt))
  })
  useEffect(() => takeUp(), [])

  /** Whether somebody has typed here: a form that has only proposed values itself is not stored. */
  const isBegun = useRef(kept.found)

  function enter(change: Partial<Entered>) {
    isBegun.current = true
    propose(change)
  }

  function propose(change: Partial<Entered>) {
    const moves = tripParts.some((part) => part in change)
    const next = changedForm(latest.current, { ...(moves && { vehicle: null }), ...change }, shownStore.current)
    latest.current = next
    if (isBegun.current) kept.set(next)
    else kept.show(next)
    const gone = new Set([...Object.keys(change), ...(moves ? [...tripParts, 'vehicle'] : [])])
    setRefused((old) => Object.fromEntries(Object.entries(old).filter(([part]) => !gone.has(part))))
  }

  return {
    entered,
    /** The latest values, for answers that arrive late. */
    latest,
    enter,
    /** Enters what the form proposes itself. */
    propose,
    /** Writes the draft at once. */
    flush: kept.flush,
    clear() {
      isBegun.current = false
      kept.clear()
    },
    /** After sending: removes the stored draft, while the form stays until the next page is shown. */
    sent: kept.forget,
    /** Whether the form continues a draft stored on this phone. */
    restored: kept.found && JSON.stringify(entered) !== JSON.stringify(initial),
    /** Whether the person has left a part, or tried to submit. */
    isSeen: (part: Part) => seen === 'all' || seen.has(part),
    leave: (...parts: readonly Part[]) => setSeen((old) => (old === 'all' ? old : new Set([...old, ...parts]))),
    seeAll: () => setSeen('all'),
    /** The server's refusals of the last submit; a refusal is dropped when its part changes. */
    refused,
    refuse: setRefused,
  }
}
