import { useState } from 'react'
import { useOrderScreens } from '../../../../booking/order/parts/profile.ts'
import { calls, useRead } from '../../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../../kernel/call/refused.ts'
import { useBack } from '../../../../kernel/page/pages.tsx'
import { go } from '../../../../kernel/page/router.ts'
import { Empty } from '../../../../ui/frame/empty.tsx'
import { chosenCar, draftChanges, formOfDraft } from '../draft.ts'
import type { BookingDraft, Store } from '../form.ts'
import { BookingForm } from './booking-form.tsx'
import { Failed, Waiting } from './waiting.tsx'

interface DraftProps {
  readonly orderId: string
  readonly step: number
  readonly stores: readonly Store[]
}

/** A draft from the server; its renter and car are queried, since a draft stores only their ids. */
export default function DraftBooking({ orderId, step, stores }: DraftProps) {
  const draft = useRead(calls.order.draft, { orderId }, { freshFor: 0 })
  const filled = useFilled(draft.data)
  /** The version that filled the form, and the newer one found when a write was refused. */
  const [base, setBase] = useState<BookingDraft>()
  const [seen, setSeen] = useState<BookingDraft>()
  if (draft.data && !base) setBase(draft.data)

  if (draft.error && !base) return <DraftGone orderId={orderId} draft={draft} />
  if (!draft.data || !base || filled === undefined) return <Waiting />
  const isFresh = seen !== undefined && draft.data.version !== seen.version
  return (
    <BookingForm
      key={base.version}
      name={`order.create.${orderId}.${base.version}`}
      {...filled(base)}
      stores={stores}
      draft={draft.data}
      step={step}
      changes={isFresh ? draftChanges(seen, draft.data) : null}
      onStale={() => {
        setSeen(draft.data)
        void draft.refetch()
      }}
      onReload={() => {
        setSeen(undefined)
        setBase(draft.data)
      }}
    />
  )
}

/** Renter and car of a draft, which are queried since it has only their ids; undefined while they are loaded. */
export function useFilled(draft: BookingDraft | undefined) {
  const phone = draft?.contactPhone ?? ''
  const wantsRenter = draft?.renterId != null && phone !== ''
  const people = useRead(calls.driver.searchPeople, { keyword: phone }, { enabled: wantsRenter })
  const car = useDraftCar(draft)
  if (car === undefined || (wantsRenter && people.isPending)) return undefined
  return (base: BookingDraft) => ({
    initial: formOfDraft(base, people.data?.find(({ personId }) => personId === base.renterId) ?? null, car.vehicle),
    told: car.problems,
  })
}

/** The car of the draft; undefined while loading. */
function useDraftCar(draft: BookingDraft | undefined) {
  const { storeId, modelId = '', pickupAt = 0, returnAt = 0, vehicleId = null } = draft ?? {}
  const enabled = vehicleId !== null
  const cars = useRead(calls.arrange.available, { storeId, modelId, pickupAt, returnAt }, { enabled })
  return draft === undefined || (enabled && cars.isPending) ? undefined : chosenCar(draft, cars.data?.list)
}

type DraftRead = ReturnType<typeof useRead<{ orderId: string }, BookingDraft>>

/** The draft was submitted, expired after a day, or is not visible to the account; or the request failed. */
function DraftGone({ orderId, draft: { error, refetch } }: { orderId: string; draft: DraftRead }) {
  const back = useBack()
  const { detail } = useOrderScreens()
  if (!error) return null
  if (error.kind !== 'refused') return <Failed failure={error} onRetry={() => void refetch()} />
  const submitted = isRefusedFor('orderStatusRefuses')(error)
  return (
    <Waiting>
      {submitted ? (
        <Empty
          title="该草稿已提交"
          note="可在订单详情中继续办理"
          action={{ label: '查看订单', onClick: () => go(detail, { orderId }, { replace: true }) }}
        />
      ) : (
        <Empty
          title={error.message}
          note="草稿保留24小时，过期自动删除"
          action={{ label: '返回订单列表', onClick: back }}
        />
      )}
    </Waiting>
  )
}
