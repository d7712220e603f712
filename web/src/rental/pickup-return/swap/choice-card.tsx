import { swapReasons } from '@cheyi/domain/rental/pickup-return/swap'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { momentText } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { PickButton } from '../../../ui/field/pick-row.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Card, Notice, Stack } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { stopsOldCar } from './entered.ts'
import type { Swap } from './use-swap.ts'

/** The reason, the return time where the agreed one has passed, and the replacement car. */
export function ChoiceCard({ order, swap }: { order: OrderDetail; swap: Swap }) {
  const { entered, set, overdue, now, problems } = swap
  const returnAt = overdue ? entered.dueAt : order.returnAt
  async function pickDue() {
    set({ dueAt: (await pickMoment({ title: '预计还车时间', at: entered.dueAt, now, from: now })) ?? entered.dueAt })
  }
  async function choose() {
    const car = await open(() => import('./car-sheet.tsx'), {
      order,
      returnAt: returnAt ?? undefined,
      chosen: entered.car?.vehicleId ?? null,
    })
    if (car) await swap.choose(car)
  }
  const fields = fieldsOf(entered, set, problems)
  return (
    <Card pad>
      <Stack gap={12}>
        <TextAreaField of={fields.reason} label="换车原因" maxLength={200} placeholder="为什么换车，可补充说明" />
        <ChipRadios
          look="wrap"
          label="常用原因"
          options={swapReasons.map((value) => ({ value, label: value }))}
          value={entered.reason}
          onChange={(reason) => set({ reason })}
        />
        <Field label="原车停租" hint="停租后不再排给其他订单，修好后在库存里恢复销售" inline>
          <Switch checked={stopsOldCar(entered)} onChange={(event) => set({ stop: event.target.checked })} />
        </Field>
        {overdue && (
          <>
            <Notice>约定还车 {momentText(order.returnAt)} 已过，超时费仍按约定计算</Notice>
            <Field label="预计还车" group error={problems.dueAt}>
              <PickButton
                value={entered.dueAt !== null && momentText(entered.dueAt)}
                placeholder="请选择时间"
                onClick={() => void pickDue()}
              />
            </Field>
          </>
        )}
        <Field label="新车" group error={problems.vehicleId}>
          <PickButton
            value={entered.car && <Plate plate={entered.car.plate} />}
            placeholder={returnAt === null ? '先选择预计还车时间' : '选择新车'}
            disabled={returnAt === null}
            onClick={() => void choose()}
          />
        </Field>
      </Stack>
    </Card>
  )
}
