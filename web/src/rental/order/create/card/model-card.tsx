import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { lazy, Suspense, useState } from 'react'
import { type FreeModel, isFree } from '../../../../booking/order/parts/free-model.ts'
import { useProfile } from '../../../../booking/order/parts/profile.ts'
import { go } from '../../../../kernel/page/router.ts'
import { useReach } from '../../../../kernel/user.ts'
import { open } from '../../../../page/open.ts'
import { PickRow } from '../../../../ui/field/pick-row.tsx'
import { ChipRadios } from '../../../../ui/frame/chips.tsx'
import { LoadError } from '../../../../ui/frame/empty.tsx'
import { SkeletonBar } from '../../../../ui/frame/skeleton.tsx'
import { Card, CardMore, Note, Notice, Row, Stack } from '../../../../ui/layout.tsx'
import { screensOf as arrangeScreensOf } from '../../../arrange/screens.ts'
import { alternativesTo, classesOf, RECOMMENDED, shortlist } from '../models.ts'
import type { Booking } from '../use-booking.ts'
import { useSheet } from '../use-sheet.ts'
import type { HeldOrder, NoCar } from '../use-submit.ts'
import { ModelRows } from './model-row.tsx'

const ModelSheet = lazy(() => import('../sheet/model-sheet.tsx'))

/** The model: live prices and free cars of each, and optionally a specific car. */
export function ModelCard({ booking, noCar }: { booking: Booking; noCar: NoCar | null }) {
  const { entered, enter, free, problems } = booking
  const [shownClass, setShownClass] = useState(RECOMMENDED)
  const sheet = useSheet()
  const models = free.data
  const chosen = models?.find(({ modelId }) => modelId === entered.modelId)
  const pick = (modelId: string) => enter({ modelId })
  const count = models?.filter(isFree).length ?? 0
  return (
    <Card
      data-rstep={2}
      data-field-error={problems.modelId && true}
      className="model-card"
      title="车型"
      extra={models && models.length > 0 && <CardMore onClick={sheet.show}>{count} 款可选</CardMore>}
    >
      {models === undefined ? (
        <ModelWait booking={booking} />
      ) : (
        <>
          <ChipRadios label="车型类别" options={classesOf(models)} value={shownClass} onChange={setShownClass} />
          <Stack pad={[2, 8, 10]} dims aria-busy={free.isPlaceholderData || undefined}>
            <ModelRows
              name="model-card"
              models={shortlist(models, shownClass, entered.modelId)}
              value={entered.modelId}
              onChange={pick}
            />
            {models.length === 0 && <Note pad={16}>该门店暂无可租车型</Note>}
          </Stack>
        </>
      )}
      {problems.modelId && (
        <Note pad={[0, 16, 12]} ink="danger">
          {problems.modelId}
        </Note>
      )}
      {chosen && (!isFree(chosen) || problems.modelId) && (
        <FullNotice models={models ?? []} chosen={chosen} noCar={noCar} told={problems.modelId} onPick={pick} />
      )}
      {chosen && <CarRow booking={booking} />}
      {sheet.wanted && models && (
        <Suspense fallback={null}>
          <ModelSheet
            open={sheet.open}
            onClose={sheet.close}
            models={models}
            shownClass={shownClass}
            value={entered.modelId}
            onChange={pick}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** Shown in place of the rows: what is missing, the error, or a skeleton. */
function ModelWait({ booking: { free, trip } }: { booking: Booking }) {
  if (trip.times.length === 0) return <Note pad={16}>选好用车时间后，显示可租车型与价格</Note>
  if (free.error) return <LoadError inline title={free.error.message} onRetry={() => void free.refetch()} />
  return (
    <Stack gap={12} pad={16} role="status" aria-busy="true">
      <span className="visually-hidden">加载中</span>
      {[1, 2, 3].map((row) => (
        <SkeletonBar key={row} width="100%" height={48} />
      ))}
    </Stack>
  )
}

/** What can be done when the chosen model is full: another model, or a pinned order that could release its car. */
function FullNotice(props: {
  models: readonly FreeModel[]
  chosen: FreeModel
  noCar: NoCar | null
  /** The plain refusal, when it is already shown above. */
  told: string | undefined
  onPick: (modelId: string) => void
}) {
  const { models, chosen, noCar, told, onPick } = props
  const hint = noCar?.hint ?? (told ? null : `${chosen.name}该时段车辆不足，可换车型或时间`)
  const reach = useReach()
  const others = alternativesTo(models, chosen)
  const { arrange } = arrangeScreensOf(useProfile().kind)
  const mayUnpin = reach.opens(arrange.path)
  return (
    <Stack gap={12} pad={[0, 16, 12]}>
      {hint && <Notice>{hint}</Notice>}
      {mayUnpin && noCar && noCar.held.length > 0 && (
        <Row gap={[12, 8]} align="stretch" wrap>
          {noCar.held.map((order) => (
            <button
              key={order.orderId}
              type="button"
              className="chip chip-open"
              onClick={() => go(arrange, { orderId: order.orderId })}
            >
              {heldText(order)}
            </button>
          ))}
        </Row>
      )}
      {others.length > 0 && (
        <Row as="fieldset" gap={[12, 8]} align="stretch" wrap aria-label="可换车型">
          {others.map((model) => (
            <button key={model.modelId} type="button" className="chip chip-open" onClick={() => onPick(model.modelId)}>
              换 {model.name} · 余 {model.sellable} 辆
            </button>
          ))}
        </Row>
      )}
    </Stack>
  )
}

const heldText = ({ orderNo, plate }: HeldOrder) => `解锁 ${plate ? displayPlate(plate) : orderNo}`

/** A specific car, on request; without one the arranging rules choose the best. */
function CarRow({ booking }: { booking: Booking }) {
  const { entered, enter, problems } = booking
  async function choose() {
    const picked = await open(() => import('../sheet/car-sheet.tsx'), { booking })
    if (picked) enter(picked)
  }
  return (
    <PickRow
      label="指定车辆"
      value={entered.vehicle && displayPlate(entered.vehicle.plate)}
      placeholder="不指定，系统安排"
      error={problems.vehicle}
      onClick={() => void choose()}
    />
  )
}
