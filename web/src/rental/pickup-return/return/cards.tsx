import { formatMoney } from '@cheyi/domain/money'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { isOpenDamage } from '@cheyi/domain/rental/damage/claim'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { isBackdated } from '@cheyi/domain/rental/pickup-return/backdated-return'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { returnStep } from '@cheyi/domain/rental/pickup-return/steps'
import { toMinute } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { currentTime, momentText } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { PickButton } from '../../../ui/field/pick-row.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Button, Card, CardMore, Cell, Grow, Notice, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { damageName } from '../../damage/parts/damage-words.ts'
import { damageScreens } from '../../damage/screens.ts'
import { insuranceScreens } from '../../insurance/screens.ts'
import { AgreementCard } from '../parts/agreement-card.tsx'
import { carNote } from '../parts/card/car-note.ts'
import { returnCards } from '../parts/card/cards.ts'
import { HandoverCard, Place } from '../parts/card/flow-card.tsx'
import { comparedRows, lateness, markRow, mileage, minutesBetween } from '../parts/compare-words.ts'
import { ComparedEnds } from '../parts/compared-ends.tsx'
import type { Flow, StepProps } from '../parts/flow.ts'
import { FlowFrame } from '../parts/flow-frame.tsx'
import { ChargeRow } from '../parts/money/charge-row.tsx'
import { ManualCharges } from '../parts/money/manual-charges.tsx'
import { balanceText, depositFenOf, methodText, settlementChanges } from '../parts/money/settlement-words.ts'
import { useExpenses } from '../parts/money/use-expenses.ts'
import { usePaying } from '../parts/money/use-paying.ts'
import { DamageCard, useEditMark } from '../parts/photo/damage-card.tsx'
import { PhotosCard } from '../parts/photo/photos-card.tsx'
import { ReadingsStep } from '../parts/step/readings-step.tsx'
import { VehicleStep } from '../parts/step/vehicle-step.tsx'
import type { Settlement } from '../parts/types.ts'
import { useConfirm } from '../parts/use-confirm.ts'
import { screensOf } from '../screens.ts'
import { SettlementCard } from './settlement-card.tsx'
import { useHandBack } from './use-hand-back.ts'

/** The cards of a return: car, money and document; then the car is back. */
export function Cards({ flow }: StepProps) {
  const { task, now } = flow
  const state = useSettlement(flow)
  const settlement = state.data
  const balance = settlement?.balance ?? 0
  const paying = usePaying(flow, balance, settlement && depositFenOf(settlement))
  const handBack = useHandBack(flow, settlement, paying)
  const confirmation = useConfirm(flow, {
    paying,
    actualAt: state.actualReturnAt,
    backdated: isBackdated(state.actualReturnAt, now, task.order.graceMinutes, task.record?.handedInAt),
    unpriced: settlement === undefined || state.isPlaceholderData,
    handBack,
    async recompute() {
      const fresh = (await state.refetch()).data
      return fresh && settlement ? { balance: fresh.balance, changes: settlementChanges(settlement, fresh) } : null
    },
  })
  const { blocks, backdate } = confirmation
  const card = { flow, gaps: blocks }
  return (
    <FlowFrame flow={flow} confirmation={confirmation}>
      <div ref={flow.frame} className="handover-content">
        <HandoverCard {...card} card={returnCards.car} title="验车" note={carNote(flow)} typed>
          <Place step={returnStep.time}>
            <TimeStep flow={flow} settlement={settlement} />
          </Place>
          <Place step={returnStep.photos}>
            <PhotosCard of={flow} />
          </Place>
          <Place step={returnStep.readings}>
            <ReadingsStep flow={flow} />
          </Place>
          <Place step={returnStep.damage}>
            <DamageCard flow={flow} />
          </Place>
          <Place step={returnStep.vehicle}>
            <VehicleStep flow={flow} />
          </Place>
        </HandoverCard>
      </div>
      <HandoverCard
        {...card}
        card={returnCards.money}
        typed={paying.machine !== null}
        title={settlement ? balanceText(balance) : '结算'}
        note={
          paying.method !== undefined
            ? methodText[paying.method]
            : handBack.amount > 0
              ? `另退租车押金 ${formatMoney(handBack.amount)}`
              : '押金按约定退还'
        }
      >
        <Place step={returnStep.expenses}>
          <CompareCard flow={flow} settlement={settlement} />
          <ExpensesStep flow={flow} settlement={settlement} />
        </Place>
        <Place step={returnStep.settlement}>
          {settlement === undefined ? (
            <SettlementState flow={flow} state={state} />
          ) : (
            <SettlementCard
              flow={flow}
              settlement={settlement}
              paying={paying}
              handBack={handBack}
              faults={confirmation.faults}
            />
          )}
        </Place>
      </HandoverCard>
      <HandoverCard {...card} card={returnCards.paper} title="客户签署" note="已签署，或已发给客户" typed>
        <Place step={returnStep.confirm}>
          <AgreementCard flow={flow} />
          {backdate && (
            <Card pad title="补录还车时间">
              <Field
                label="补录原因"
                error={backdate.error}
                hint={`还车时间 ${momentText(state.actualReturnAt)}，早于现在超过 ${task.order.graceMinutes} 分钟，原因和两个时间的金额会记入订单日志`}
              >
                <TextArea
                  value={backdate.reason}
                  maxLength={200}
                  placeholder="为什么不是现在，如已还车、当时网络不可用"
                  onChange={(event) => backdate.setReason(event.target.value)}
                />
              </Field>
            </Card>
          )}
        </Place>
      </HandoverCard>
    </FlowFrame>
  )
}

/** Shown in place of a missing settlement: what it still needs, or why it could not be computed. */
function SettlementState({ flow, state }: StepProps & { state: ReturnType<typeof useSettlement> }) {
  const readings = { label: '去填写', onClick: () => flow.go(returnStep.readings) }
  if (!state.ready) return <Notice action={readings}>填写里程与油电后，系统自动计算费用</Notice>
  if (state.error?.kind === 'refused')
    return (
      <Notice tone="danger" action={state.error.field === 'mileageKm' ? readings : undefined}>
        {state.error.message}
      </Notice>
    )
  return (
    <Answer of={state} shape="detail">
      {() => null}
    </Answer>
  )
}

/** The settlement of the return with the entered values; not requested before the readings exist. */
function useSettlement({ task, filled, now }: Flow) {
  const { mileageKm, fuelEighths, batteryPct } = filled
  const ready =
    mileageKm !== null &&
    (fuelEighths !== null || !readsFuel(task.fuelKind)) &&
    (batteryPct !== null || !readsBattery(task.fuelKind))
  const actualReturnAt = filled.at ?? toMinute(now)
  const answer = useRead(
    calls.pickupReturn.settlement,
    {
      orderId: task.order.orderId,
      actualReturnAt,
      returnStoreId: filled.returnStoreId ?? undefined,
      mileageKm: mileageKm ?? 0,
      fuelEighths: fuelEighths ?? undefined,
      batteryPct: batteryPct ?? undefined,
    },
    { enabled: ready, keepPrevious: true },
  )
  return { ...answer, ready, actualReturnAt }
}

/** The car at the pickup and now, with the differences. */
function CompareCard({ flow, settlement }: StepProps & { settlement: Settlement | undefined }) {
  const { task, filled, now } = flow
  const { order, pickupRecord, fuelKind } = task
  const reach = useReach()
  const at = filled.at ?? now
  const from = {
    at: order.actualPickupAt,
    mileageKm: pickupRecord?.mileageKm ?? null,
    fuelKind,
    fuelEighths: pickupRecord?.fuelEighths ?? null,
    batteryPct: pickupRecord?.batteryPct ?? null,
  }
  const rows = [
    ...comparedRows(
      from,
      { ...filled, at, fuelKind },
      {
        time: lateness(settlement?.lateMinutes ?? minutesBetween(order.returnAt, at)),
        driven: settlement ? mileage(settlement.drivenKm, settlement.freeKm, settlement.earlierKm) : null,
      },
    ),
    markRow(pickupRecord?.damageMarks.length ?? 0, filled.marks),
  ]
  const { record } = screensOf(order.orderKind)
  const accident = task.vehicle && linkTo(reach, insuranceScreens.create, { vehicleId: task.vehicle.vehicleId })
  return (
    <Card
      pad
      title="取还对比"
      extra={
        reach.opens(record.path) && <CardMore onClick={() => go(record, { orderId: order.orderId })}>验车记录</CardMore>
      }
    >
      <ComparedEnds rows={rows} />
      {reach.opens(damageScreens.record.path) && <OpenCases orderId={order.orderId} />}
      {accident && <Cell label="登记出险" note="发生过事故的，向保险公司理赔" onClick={() => accident.onClick()} />}
      {settlement?.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </Card>
  )
}

/** Open damage cases, shown beside the marks of the return. */
function OpenCases({ orderId }: { readonly orderId: string }) {
  const cases = useRead(calls.damage.list, { orderId }).data ?? []
  const open = cases.filter(({ status }) => isOpenDamage(status))
  return open.map((one) => (
    <Cell
      key={one.id}
      label={damageName(one)}
      note={damageStatuses.text(one.status)}
      extra={<Money fen={one.payable} />}
      onClick={() => go(damageScreens.record, { orderId })}
    />
  ))
}

/** Step 6: computed charges, which can be lowered, and manual charges. */
function ExpensesStep({ flow, settlement }: StepProps & { readonly settlement: Settlement | undefined }) {
  const { orderId } = flow.task.order
  const items = settlement?.items.filter(({ auto }) => auto)
  const autos = items ?? []
  const expenses = useExpenses({ orderId, type: flow.task.type, items })
  const ask = useEditMark(flow)
  function editMark(markId: string | null) {
    const mark = flow.filled.marks.find((one) => one.markId === markId)
    return mark && (() => void ask(mark))
  }
  const mayLower = useMay('order.discount')
  const used = expenses.manual?.map(({ code }) => code) ?? []
  return (
    <Card
      title="额外费用"
      extra={autos.length > 0 ? `系统已算 ${autos.length} 项${mayLower ? '，可改' : ''}` : '系统费用 0 项'}
      className="handover-charges"
    >
      {autos.map((item) => (
        <ChargeRow
          key={item.code}
          name={item.name}
          tags={
            <>
              <Tag tone="primary">自动</Tag>
              {item.autoAmount !== null && item.amount < item.autoAmount && <Tag tone="success">已减免</Tag>}
            </>
          }
          note={[item.formula, item.remark].filter(Boolean).join(' · ')}
          amount={item.amount}
          onEdit={
            mayLower
              ? () => void open(() => import('./lower-sheet.tsx'), { charged: expenses.charged, item })
              : undefined
          }
        />
      ))}
      {expenses.ofMarks.map((charge) => (
        <ChargeRow
          key={charge.markId}
          name={charge.name}
          tags={charge.photos.length > 0 && <Tag>{charge.photos.length} 图</Tag>}
          note={charge.remark}
          amount={charge.amount}
          onEdit={editMark(charge.markId)}
        />
      ))}
      <ManualCharges expenses={expenses} addLabel="其他费用">
        {(begin) =>
          !used.includes(expenseCode.parking) && (
            <div className="cell handover-charge">
              <Grow>
                停车与过路费
                <small className="block">按票据实收</small>
              </Grow>
              <Button size="s" onClick={() => begin({ code: expenseCode.parking })}>
                添加
              </Button>
            </div>
          )
        }
      </ManualCharges>
    </Card>
  )
}

/** Step 2: time and store of the return. */
function TimeStep({ flow, settlement }: StepProps & { readonly settlement: Settlement | undefined }) {
  const { task, filled, edit, errors, now } = flow
  const { order } = task
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 }).data ?? []
  const home = stores.find(({ id }) => id === order.storeId)
  const reachable = stores.filter(
    ({ id }) =>
      home === undefined ||
      id === order.storeId ||
      id === order.returnStoreId ||
      (home.allowOneWay && (home.oneWayStoreIds.length === 0 || home.oneWayStoreIds.includes(id))),
  )
  const at = filled.at ?? toMinute(now)
  const place = filled.returnStoreId ?? order.returnStoreId

  /** The fee for a return at another store, as computed by the settlement. */
  function elsewhereWords(): string {
    if (settlement === undefined) return '与约定门店不同，异店还车费按价目自动计入'
    const fee = settlement.items.find(({ auto, code }) => auto && code === expenseCode.oneWay)
    if (fee) return `与约定门店不同，${fee.name} ${formatMoney(fee.amount)} 已计入费用`
    const sameCity = home !== undefined && stores.find(({ id }) => id === place)?.cityName === home.cityName
    return sameCity ? '与约定门店不同，同城免费' : '与约定门店不同，按价目不另收费'
  }
  async function pickReturn() {
    const from = order.actualPickupAt ?? order.pickupAt
    edit({ at: (await pickMoment({ title: '还车时间', at, now, from, to: now })) ?? at })
  }
  const { handedInAt = null, keyNote = '' } = task.record ?? {}
  const late = lateness(minutesBetween(order.returnAt, at))
  return (
    <>
      <Card title="还车时间与地点" className="handover-fields">
        <Field
          label="还车时间"
          group
          error={errors.at}
          hint={late.tone === 'danger' ? `超过约定 ${late.text.slice(1)}` : late.text}
          extra={
            <Text
              type="button"
              as="button"
              ink="link"
              size="s"
              reach
              onClick={() => edit({ at: toMinute(currentTime()) })}
            >
              现在
            </Text>
          }
        >
          <PickButton value={momentText(at)} onClick={() => void pickReturn()} />
        </Field>
        <Field label="还车门店" hint={place === order.returnStoreId ? undefined : elsewhereWords()}>
          <Select
            title="还车门店"
            options={reachable.map(({ id, name, cityName }) => ({ value: id, label: name, note: cityName }))}
            value={place}
            onChange={(returnStoreId) => edit({ returnStoreId })}
          />
        </Field>
      </Card>
      <Card pad title="约定">
        <KeyValue
          rows={[
            { label: '约定还车', value: momentText(order.returnAt) },
            { label: '还车地点', value: order.returnPlace },
            { label: '实际取车', value: momentText(order.actualPickupAt ?? order.pickupAt) },
          ]}
        />
      </Card>
      {late.tone === 'danger' && <Notice>已超过约定还车时间，超时费按约定自动计算，可在费用项中查看</Notice>}
      {handedInAt !== null && (
        <Notice tone="primary">
          客户 {momentText(handedInAt)} 自助提交还车，按此时间结算不算补录
          {keyNote !== '' && `；钥匙：${keyNote}`}
        </Notice>
      )}
      {isBackdated(at, now, order.graceMinutes, handedInAt) && (
        <Notice>还车时间早于现在超过 {order.graceMinutes} 分钟，确认时需有减免权限的人员填写补录原因</Notice>
      )}
    </>
  )
}
