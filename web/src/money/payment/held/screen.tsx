import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { heldColumns as titles } from '@cheyi/domain/money/payment/columns'
import { heldDues, heldForm, heldForms, heldKinds } from '@cheyi/domain/money/payment/held'
import { formatDay } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useStoreOptions } from '../../../platform/store/parts/current-store.ts'
import { Box, Button, Card, Note } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { expenseScreensOf } from '../../expense/screens.ts'
import { paymentScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payment.heldList>
type Held = Page['list'][number]

const kind = pickCode('kind', '款项', heldKinds)
const due = chips('due', '应退', heldDues)

const isDue = ({ dueAt }: Held, now: number) => dueAt !== null && dueAt <= now

const Refund = ({ item: { orderId, orderKind } }: { readonly item: Held }) => (
  <Button size="s" onClick={() => go(expenseScreensOf(orderKind).feeDetail, { orderId })}>
    退款
  </Button>
)

const columns: readonly ListColumn<Held, keyof typeof titles>[] = [
  {
    key: 'customer',
    title: titles.customer,
    kind: 'person',
    width: 80,
    card: 'title',
    of: ({ contactName }) => contactName,
  },
  { key: 'kind', title: titles.kind, kind: 'text', width: 84, card: 'title', of: ({ kind }) => heldKinds.text(kind) },
  {
    key: 'form',
    title: titles.form,
    kind: 'tag',
    width: 80,
    of: ({ form }) => [form !== heldForm.paid && { text: heldForms.text(form), tone: 'outline' }],
  },
  { key: 'order', title: titles.order, kind: 'text', width: 124, card: 'plate', of: ({ orderNo }) => orderNo },
  {
    key: 'status',
    title: titles.status,
    kind: 'text',
    width: 72,
    card: 'plate',
    of: ({ status }) => orderStatuses.text(status),
  },
  { key: 'store', title: titles.store, kind: 'text', width: 96, of: ({ storeName }) => storeName },
  {
    key: 'since',
    title: titles.since,
    kind: 'text',
    width: 80,
    of: ({ since }, now) => since !== null && `${formatDay(since, now)} 起`,
  },
  {
    key: 'expireAt',
    title: titles.expireAt,
    kind: 'text',
    width: 80,
    named: true,
    of: ({ expireAt }, now) => expireAt !== null && formatDay(expireAt, now),
  },
  {
    key: 'dueAt',
    title: titles.dueAt,
    kind: 'text',
    width: 80,
    named: true,
    of: ({ dueAt }, now) => dueAt !== null && formatDay(dueAt, now),
    inkOf: (item, now) => (isDue(item, now) ? 'danger' : undefined),
  },
  {
    key: 'due',
    title: '期限',
    kind: 'due',
    only: 'card',
    of: (item, now) => isDue(item, now) && { text: '到期应退', late: true },
  },
  { key: 'amount', title: titles.amount, kind: 'money', of: ({ amount }) => amount },
  {
    key: 'act',
    title: '操作',
    kind: 'act',
    width: 72,
    when: (item, held, now) => isDue(item, now) && held.has('order.fee'),
    Act: Refund,
  },
]

/** The money held for each customer: deposits, unearned rent and overpayments. */
export default listPage(paymentScreens.held, {
  call: calls.payment.heldList,
  noun: '押金与预收',
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions), kind, due],
  keyOf: ({ orderId, kind, form }) => `${orderId}.${kind}.${form}`,
  columns,
  unit: '笔',
  link: orderLink,
  Head,
  useExport: exporting(calls.payment.heldExport, '导出押金与预收'),
})

function Head({ first: { sums } }: { readonly first: Page }) {
  return (
    <Box pad={[12, 12, 10]}>
      {sums !== null && sums.kinds.length > 0 && (
        <Card pad>
          <Compare
            caption="押金与预收合计，单位元"
            columns={['实收', '冻结、免押、代收', '到期应退']}
            rows={sums.kinds.map(({ kind, paid, frozen, credit, platform, due }) => ({
              label: heldKinds.text(kind),
              cells: [yuan(paid), yuan(frozen + credit + platform), yuan(due)],
            }))}
          />
          <Note
            num
            top={8}
          >{`共 ${sums.customers} 位客户。实收与账簿一致，冻结、信用免押和平台代收不是收到的钱。`}</Note>
        </Card>
      )}
    </Box>
  )
}
