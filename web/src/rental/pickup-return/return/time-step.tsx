import { formatMoney } from '@cheyi/domain/money'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { isBackdated } from '@cheyi/domain/rental/pickup-return/backdated'
import { toMinute } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Field } from '../../../ui/field/field.tsx'
import { PickButton } from '../../../ui/field/pick-row.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Card, Text } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { lateness, minutesBetween } from '../parts/compare-words.ts'
import type { StepProps } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'

/** Step 2: time and store of the return. */
export function TimeStep({ flow, settlement }: StepProps & { readonly settlement: Settlement | undefined }) {
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
              onClick={() => edit({ at: toMinute(Date.now()) })}
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
