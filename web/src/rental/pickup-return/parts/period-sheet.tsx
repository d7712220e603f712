import { formatMoney } from '@cheyi/domain/money'
import { DAY, type Instant, toMinute } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Cell, MainButton, Stack } from '../../../ui/layout.tsx'
import { PriceChange } from './price-change.tsx'
import type { Task } from './types.ts'

const isRepriced = isRefusedFor('priceChanged')

/** Range of the date wheels; the store's own limit is shorter. */
const FURTHEST = 90 * DAY

interface PeriodSheetProps extends Asks<true> {
  readonly order: Pick<Task['order'], 'orderId' | 'version' | 'pickupAt' | 'returnAt'>
}

/** A new return time for a rental that has not begun, with its price beside the agreed one; answers true once it is saved. */
export default function PeriodSheet({ order, answer }: PeriodSheetProps) {
  const { orderId, version } = order
  const now = useNow()
  const begins = Math.max(order.pickupAt, toMinute(now))
  // Keeps the agreed length.
  const [returnAt, setReturnAt] = useState<Instant>(() => begins + order.returnAt - order.pickupAt)
  const preview = useRead(calls.order.periodPreview, { orderId, returnAt })
  const { data, error, refetch } = preview
  const move = useWrite(calls.order.movePeriod, {
    onFailure: (failure) => {
      if (isRepriced(failure)) void refetch()
    },
  })

  async function pickReturn() {
    const picked = await pickMoment({ title: '还车时间', at: returnAt, now, from: begins, to: begins + FURTHEST })
    setReturnAt(picked ?? returnAt)
  }
  async function submit(expectTotal: number) {
    if (!(await move.run({ orderId, returnAt, expectTotal, version }))) return
    feedback.toast('租期已调整')
    answer(true)
  }
  return (
    <OpenedSheet
      title="调整租期"
      footer={
        <MainButton
          loading={move.pending}
          reason={error?.message ?? (data === undefined ? '正在计算费用' : undefined)}
          onClick={() => data && void submit(data.total)}
        >
          调整租期{data && `，总额 ${formatMoney(data.total)}`}
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Cell label="还车时间" onClick={() => void pickReturn()}>
          <span className="num">{momentText(returnAt)}</span>
        </Cell>
        <Answer of={preview}>
          {(data) => (
            <PriceChange
              caption="调整租期的费用变化"
              columns={['原定', '调整后']}
              before={order}
              after={data}
              changes={data.changes}
              difference={data.difference}
              note={
                data.difference > 0
                  ? '确认交车时一并收取'
                  : data.difference < 0
                    ? '留在订单上，还车结算时退还'
                    : undefined
              }
            />
          )}
        </Answer>
      </Stack>
    </OpenedSheet>
  )
}
