import { formatMoney } from '@cheyi/domain/money'
import { payKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { isInFlight } from '@cheyi/domain/money/payment/steps'
import { formatNear } from '@cheyi/domain/near'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Button, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

type Checked = OutputOf<typeof calls.payment.toCheck>['list'][number]

/** Payments without a final result, or with another amount at the payment provider: the facts of each, and the possible actions. */
export default function CheckPaySheet({ orderId }: { readonly orderId: string } & Asks<boolean>) {
  const read = useRead(calls.payment.toCheck, { orderId }, { quiet: false })
  return (
    <OpenedSheet title="核对收付">
      <SubjectOf orderId={orderId} />
      <Answer of={read}>
        {({ list }) =>
          list.length === 0 ? (
            <Notice tone="success">没有需要核对的收付</Notice>
          ) : (
            <Stack gap={16}>
              {list.map((row) => (
                <ToCheck key={row.paymentId} orderId={orderId} row={row} />
              ))}
            </Stack>
          )
        }
      </Answer>
    </OpenedSheet>
  )
}

/** What happened, and what the clerk can do. */
function advice({ incoming, reported, mayGiveUp, refundedThere }: Checked): string {
  if (refundedThere)
    return '有人在支付平台后台退了款，本系统未入账。确为退给此客户的，按退款入账；不属于此订单的，填写原因后不入账'
  if (!incoming && mayGiveUp)
    return '请到支付平台商户后台核对实际退款金额，再按实退入账；少退的部分可重新退款或线下退款'
  if (!mayGiveUp)
    return `支付平台${reported === null ? '一直没有答复' : '回报的金额与我方不符'}，系统每小时核对一次；如长时间未定，请联系支付平台客服`
  if (reported !== null) return '金额不符的收款不入账。请到支付平台商户后台核对并原路退回，再作废此笔'
  return incoming ? '系统每小时核对一次。如在支付平台查实未付款，可作废此笔；作废后客户仍付款的，自动原路退回' : ''
}

function ToCheck({ orderId, row }: { readonly orderId: string; readonly row: Checked }) {
  const now = useNow()
  const { paymentId, incoming, payKind, payWay, amount, reported, outTradeNo, at, askedAt, mayGiveUp } = row
  const { refundedThere, providerNo } = row
  const again = useWrite(calls.payment.checkAgain, {
    onDone: ({ status }) => feedback.toast(isInFlight(status) ? '支付平台仍未答复' : '支付平台已有结果'),
  })
  return (
    <Stack gap={8}>
      <KeyValue
        rows={[
          {
            label: refundedThere ? '平台后台已退' : incoming ? '应收' : '应退',
            value: <b>{formatMoney(amount)}</b>,
            note: `${payWays.text(payWay)} · ${payKinds.text(payKind)}`,
          },
          !refundedThere && {
            label: '支付平台',
            value: reported === null ? '未答复' : reported === 0 ? '金额不明' : formatMoney(reported),
            ...(askedAt === null ? {} : { note: `${formatNear(askedAt, now)} 核对` }),
          },
          refundedThere
            ? { label: '退款单号', value: providerNo ?? '平台未提供', note: formatNear(at, now) }
            : { label: '商户单号', value: outTradeNo, note: formatNear(at, now) },
        ].filter((line) => line !== false)}
      />
      <Note>{advice(row)}</Note>
      <Row gap={8} justify="end">
        {refundedThere && (
          <Button
            onClick={() =>
              void open(() => import('./give-up-sheet.tsx'), {
                ...{ orderId, paymentId, payWay, amount, refunded: reported, there: 'explain' },
              })
            }
          >
            不入账
          </Button>
        )}
        {mayGiveUp && (
          <Button
            variant={incoming ? 'danger' : 'primary'}
            onClick={() =>
              void open(() => import('./give-up-sheet.tsx'), {
                ...{ orderId, paymentId, payWay, amount },
                refunded: incoming ? null : reported,
                ...(refundedThere && { there: 'book' }),
              })
            }
          >
            {incoming ? '作废' : refundedThere ? '按退款入账' : '按实退入账'}
          </Button>
        )}
        {!refundedThere && (
          <Button loading={again.pending} onClick={() => void again.run({ paymentId })}>
            再次核对
          </Button>
        )}
      </Row>
    </Stack>
  )
}
