import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { heldDues, heldForm, heldForms, heldKinds } from '@cheyi/domain/money/payment/held'
import { formatDay } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { paymentScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.payment.heldList>
const kind = pickCode('kind', '款项', heldKinds)
const due = chips('due', '应退', heldDues)

/** The money held for each customer: deposits, unearned rent and overpayments. */
export default listPage(paymentScreens.held, {
  call: calls.payment.heldList,
  noun: '客户资金',
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions), kind, due],
  keyOf: ({ orderId, kind, form }) => `${orderId}.${kind}.${form}`,
  Row: HeldRow,
  estimate: 96,
  Head,
  useMenu: exporting(calls.payment.heldExport, '导出客户资金'),
})

function Head({ first: { sums } }: { readonly first: Page }) {
  return (
    <Box pad={[12, 12, 10]}>
      {sums !== null && sums.kinds.length > 0 && (
        <Card pad>
          <Compare
            caption="客户资金合计，单位元"
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

type Held = OutputOf<typeof calls.payment.heldList>['list'][number]

/** Money held for one order: its purpose, since when, and when it is returned. */
function HeldRow({ item, current }: { item: Held; current: boolean }) {
  const now = useNow()
  const reach = useReach()
  const { orderNo, status, contactName, storeName, kind, form, amount, since, dueAt, expireAt } = item
  const title = [contactName, heldKinds.text(kind), form !== heldForm.paid && heldForms.text(form)]
  const facts = [
    storeName,
    since !== null && `${formatDay(since, now)} 起`,
    dueAt !== null && `${formatDay(dueAt, now)} ${dueAt <= now ? '已到期' : '应退'}`,
    expireAt !== null && `授权至 ${formatDay(expireAt, now)}`,
  ]
  return (
    <RecordCard
      current={current}
      title={<CardLink {...orderLink(reach, item)}>{title.filter(Boolean).join(' · ')}</CardLink>}
      end={<Money fen={amount} />}
    >
      <p className="num">{[orderNo, orderStatuses.text(status)].join(' · ')}</p>
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
    </RecordCard>
  )
}
