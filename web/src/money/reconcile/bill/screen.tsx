import { billStates, isUncompared } from '@cheyi/domain/money/reconcile/bill'
import { formatNear } from '@cheyi/domain/near'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { accountOf, type Bill, toneOf } from '../parts/bill-words.ts'
import { reconcileScreens } from '../screens.ts'
import { DifferenceCard } from './difference-card.tsx'

const asked = (id: string) =>
  [ask(calls.reconcile.detail, { id }), ask(calls.reconcile.differences, { billId: id, pageSize: 100 })] as const

/** The bill of one day: its content and its differences. */
export default page(reconcileScreens.bill, ({ id }) => {
  const [bill, { list, total }] = useAnswers(...asked(id))
  const again = () => void refresh(...asked(id))
  return (
    <Page right={<RefreshButton onRefresh={again} />} reading>
      <Stack gap={10}>
        <BillCard bill={bill} onDone={again} />
        {list.map((difference) => (
          <DifferenceCard key={difference.id} difference={difference} onDone={again} />
        ))}
        {total !== null && total > list.length && <Note text="center">{`共 ${total} 笔差异，处理后显示其余`}</Note>}
      </Stack>
    </Page>
  )
})

function BillCard({ bill, onDone }: { readonly bill: Bill; readonly onDone: () => void }) {
  const now = useNow()
  const mayRetry = useMay('finance.reconcile')
  const retry = useWrite(calls.reconcile.retry, {
    onDone: ({ state }) => {
      feedback.toast(isUncompared(state) ? billStates.text(state) : '已核对')
      onDone()
    },
  })
  const { day, state, failure, askAt, comparedAt, merchantNo, lines, paid, refunded, fee, borne } = bill
  return (
    <Card pad>
      <Row gap={8} align="baseline" justify="between">
        <Text as="h2" shrink size="m">
          {day} {accountOf(bill)}
        </Text>
        <Tag tone={toneOf(bill)}>{billStates.text(state)}</Tag>
      </Row>
      {isUncompared(state) ? (
        <>
          <Note top={8} num>
            {[failure || '渠道一般在次日上午出账', askAt !== null && `${formatNear(askAt, now)} 后自动重试`]
              .filter(Boolean)
              .join(' · ')}
          </Note>
          {mayRetry && (
            <Row justify="end" top={8}>
              <Button size="s" loading={retry.pending} onClick={() => void retry.run({ id: bill.id })}>
                立即下载
              </Button>
            </Row>
          )}
        </>
      ) : (
        <KeyValue
          rows={[
            { label: '商户号', value: merchantNo },
            { label: '收款', value: <Money fen={paid} /> },
            { label: '退款', value: <Money fen={refunded} /> },
            { label: '手续费', value: <Money fen={fee} /> },
            ...(borne === 0 ? [] : [{ label: '商家优惠', value: <Money fen={borne} /> }]),
            { label: '笔数', value: lines },
            { label: '核对时间', value: comparedAt === null ? '' : formatNear(comparedAt, now) },
          ]}
        />
      )}
    </Card>
  )
}
