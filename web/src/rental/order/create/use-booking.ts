import { type DepositMode, depositMode, depositModes } from '@cheyi/domain/money/deposit/codes'
import { offlinePayWays, payWay } from '@cheyi/domain/money/payment/codes'
import { MINUTE } from '@cheyi/domain/time'
import { useState } from 'react'
import { useQuote } from '../../../booking/order/parts/use-quote.ts'
import { useCurrentStore } from '../../../fleet/store/parts/current-store.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { type Part, type Problems, problemsOf, refusedPart } from './check.ts'
import { type Entered, freeInput, modeOf, quoteInput, type Store, tripOf } from './form.ts'
import { useEntered } from './use-entered.ts'
import { useWalkIn } from './use-walk-in.ts'

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
  const form = useEntered(name, initial, openedAt, begun)
  const { entered } = form
  const { storeId: currentStoreId } = useCurrentStore()
  const trip = tripOf(entered, { stores, currentStoreId, openedAt })
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
