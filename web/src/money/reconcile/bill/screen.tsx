import { billStates, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import { formatNear } from '@cheyi/domain/near'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, MainButton, Note } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { accountOf, type Bill, toneOf } from '../parts/bill-words.ts'
import { reconcileScreens } from '../screens.ts'
import { DifferenceCard } from './difference-card.tsx'

const asked = (id: string) =>
  [ask(calls.reconcile.detail, { id }), ask(calls.reconcile.differences, { billId: id, pageSize: 100 })] as const

/** The bill of one day: its content and its differences. */
export default page(reconcileScreens.bill, ({ id }) => {
  const [bill, { list, total }] = useAnswers(...asked(id))
  const again = () => refresh(...asked(id))
  const now = useNow()
  const { day, state, open, failure, askAt } = bill
  const waits = [failure || '渠道一般在次日上午出账', askAt !== null && `${formatNear(askAt, now)} 后自动重试`]
  return (
    <DetailPage
      state={{ text: billStates.text(state), mark: toneOf(bill) }}
      subject={`${day} ${accountOf(bill)}`}
      next={
        isUncompared(state)
          ? { text: waits.filter(Boolean).join(' · '), late: false }
          : open > 0
            ? { text: `${open} 笔差异待处理`, late: true }
            : null
      }
      note={bill.merchantNo && `商户号 ${bill.merchantNo}`}
      onRefresh={again}
      reading
      acts={isUncompared(state) && <Retry id={id} onDone={again} />}
      thing={!isUncompared(state) && <SumCard bill={bill} />}
      side={
        <>
          {list.map((difference) => (
            <DifferenceCard key={difference.id} difference={difference} onDone={again} />
          ))}
          {total !== null && total > list.length && <Note text="center">{`共 ${total} 笔差异，处理后显示其余`}</Note>}
          {list.length === 0 && !isUncompared(state) && <None of="差异" />}
        </>
      }
    />
  )
})

function Retry({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const mayRetry = useMay('finance.reconcile')
  const retry = useWrite(calls.reconcile.retry, {
    onDone: ({ state }) => {
      feedback.toast(isUncompared(state) ? billStates.text(state) : '已核对')
      onDone()
    },
  })
  if (!mayRetry) return null
  return (
    <ActionBar>
      <MainButton loading={retry.pending} onClick={() => void retry.run({ id })}>
        立即下载
      </MainButton>
    </ActionBar>
  )
}

function SumCard({ bill: { paid, refunded, fee, borne, lines, comparedAt } }: { readonly bill: Bill }) {
  const now = useNow()
  return (
    <Card pad title="账单">
      <KeyValue
        rows={[
          { label: '收款', value: <Money fen={paid} /> },
          { label: '退款', value: <Money fen={refunded} /> },
          { label: '手续费', value: <Money fen={fee} /> },
          ...(borne === 0 ? [] : [{ label: '商家优惠', value: <Money fen={borne} /> }]),
          { label: '笔数', value: lines },
          { label: '核对时间', value: comparedAt === null ? '' : formatNear(comparedAt, now) },
        ]}
      />
    </Card>
  )
}
