import { bridgeReasons, bridgeColumns as titles } from '@cheyi/domain/insight/data/bridge'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Card, Note } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { dataScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.data.bridge>
type Bridged = Page['list'][number]

const columns: readonly ListColumn<Bridged, keyof typeof titles>[] = [
  { key: 'orderNo', title: titles.orderNo, kind: 'text', width: 132, card: 'title', of: ({ orderNo }) => orderNo },
  { key: 'model', title: titles.model, kind: 'text', of: ({ modelName }) => modelName },
  { key: 'store', title: titles.store, kind: 'text', of: ({ storeName }) => storeName },
  {
    key: 'when',
    title: titles.when,
    kind: 'text',
    card: 'note',
    width: 200,
    of: ({ pickupAt, returnAt }, now) => formatPeriod(pickupAt, returnAt, now),
  },
  {
    key: 'reason',
    title: titles.reason,
    kind: 'text',
    width: 140,
    of: ({ reasons }) => reasons.map((reason) => bridgeReasons[reason]).join('、'),
  },
  {
    key: 'sums',
    title: '两种金额',
    kind: 'text',
    only: 'card',
    card: 'note',
    of: ({ posted, rule }) => `${titles.posted} ${yuan(posted)}，${titles.rule} ${yuan(rule)}`,
  },
  { key: 'posted', title: titles.posted, kind: 'money', card: 'none', of: ({ posted }) => posted },
  { key: 'rule', title: titles.rule, kind: 'money', card: 'none', of: ({ rule }) => rule },
  { key: 'difference', title: titles.difference, kind: 'money', card: 'end', of: ({ difference }) => difference },
]

/** What a closed month posted of each order, beside what it earned by days: the orders of the difference. */
export default listPage(dataScreens.bridge, {
  call: calls.data.bridge,
  noun: '订单',
  input: ({ month }) => ({ month }),
  title: ({ month }) => `${month} 收入差异`,
  keyOf: ({ orderId }) => orderId,
  columns,
  unit: '单',
  link: orderLink,
  Head,
  totals: ({ sums }) => (sums === null ? undefined : { difference: sums.difference }),
  useExport: exporting(calls.data.bridgeExport, '导出收入差异'),
  empty: { title: '没有差异', note: '账簿已记的收入与按租期计算的收入一致' },
})

function Head({ first: { month, sums, total } }: { readonly first: Page }) {
  if (sums === null) return null
  const { posted, rule, difference, other, same } = sums
  const row = (label: string, a: number, b: number) => ({ label, cells: [yuan(a), yuan(b), yuan(b - a)] })
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad>
        <Compare
          stacked
          caption={`${month} 收入，单位元`}
          columns={[titles.posted, titles.rule, titles.difference]}
          rows={[
            row('按租期归属的收入', posted, rule),
            row('费用、违约金、车损、违章', other, other),
            row('收入合计', posted + other, rule + other),
          ]}
        />
        <Note top={8} num>
          {`差额 ${yuan(difference)} 是以下 ${total ?? 0} 单的合计，另有 ${same} 单一致。结账后账簿不变，尚未记入的部分会记入之后的月份。`}
        </Note>
      </Card>
    </Box>
  )
}
