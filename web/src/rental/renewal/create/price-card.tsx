import { reduceTypes } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatMoney } from '@cheyi/domain/money'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { PlanRows } from '../../../booking/order/parts/plan-rows.tsx'
import { open } from '../../../page/open.ts'
import { PickRow } from '../../../ui/field/pick-row.tsx'
import { Box, Note, Stack } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { FeeLine } from '../../../ui/show/rows.tsx'
import type { RenewalPrice } from './use-price.ts'
import { GIVEN, type useWish } from './wish.ts'

interface PriceCardProps extends Pick<ReturnType<typeof useWish>, 'reduces' | 'setReduces'> {
  readonly order: Pick<OrderDetail, 'source' | 'orderKind'>
  readonly price: RenewalPrice | undefined
  readonly waiting: boolean
}

/** The price of the added time, line by line, and the reductions. */
export function PriceCard({ order, price, waiting, reduces, setReduces }: PriceCardProps) {
  const asked = { given: reduces, source: order.source, of: GIVEN, onChange: setReduces }
  const byMonth = profileOf(order.orderKind).counts === 'dates'
  return (
    <Card pad title="续租费用" extra={price && price.addedDays > 0 && <Note num>{`新增 ${price.addedDays} 天`}</Note>}>
      <Stack dims aria-busy={waiting || undefined}>
        {price?.lines.map(({ name, formula, amount, priceDate }) => (
          <FeeLine
            key={`${name} ${priceDate} ${formula}`}
            label={name}
            basis={[priceDate?.slice(5), formula].filter(Boolean).join(' ')}
            fen={amount}
          />
        ))}
        {price?.lines.length === 0 && <Note>新的还车时间仍在已付的租期内，不另收费</Note>}
        {price === undefined && <Note>{waiting ? '正在计算费用' : '选好时间后显示'}</Note>}
      </Stack>
      {byMonth ? (
        price && <PlanRows rows={price.rows} />
      ) : (
        <Box>
          <PickRow
            label="店长优惠"
            value={
              reduces.length > 0 &&
              reduces.map((one) => `${reduceTypes.text(one.reduceType)} ${formatMoney(-one.amount)}`).join('，')
            }
            placeholder="无"
            onClick={() => void open(() => import('../../../booking/order/parts/sheet/reduce-sheet.tsx'), asked)}
          />
        </Box>
      )}
    </Card>
  )
}
