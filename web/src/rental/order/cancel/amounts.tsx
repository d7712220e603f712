import { formatMoney } from '@cheyi/domain/money'
import { Box, Note, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { type CancelAmounts, type CancelRule, depositNote, heldDeposits } from './penalty.ts'

const refundNote = (refunding: number): string =>
  `${refunding > 0 ? `其中 ${formatMoney(refunding)} 已在退款中；` : ''}按原支付方式退回，线下收款由财务转账`

/** The amount paid, the part kept, the refund, and the deposits. */
export function Amounts({ rule, amounts }: { rule: CancelRule; amounts: CancelAmounts }) {
  const { full, penalty, refund, receivable } = amounts
  const deposits = heldDeposits(rule)
  const note = depositNote(rule, amounts)
  return (
    <Card pad className="num">
      <KeyValue
        rows={[
          { label: '已付金额', value: <Money fen={rule.paid} /> },
          {
            label: '违约金',
            value: (
              <>
                {full > penalty && (
                  <Text ink={3}>
                    <Money fen={full} old />
                  </Text>
                )}{' '}
                <Money fen={penalty} free />
              </>
            ),
          },
        ]}
      />
      {receivable > 0 ? (
        <FeeTotal label="转为待收" fen={receivable} note="已付金额不足以抵扣违约金，取消后仍可收款" />
      ) : (
        <FeeTotal label="退给客户" fen={refund} note={refund > 0 ? refundNote(rule.refunding) : undefined} />
      )}
      {note && (
        <Box pad={[6, 0, 0]} top={10} line>
          <KeyValue rows={deposits.map(({ name, amount }) => ({ label: name, value: <Money fen={amount} /> }))} />
          <Note>{note}</Note>
        </Box>
      )}
    </Card>
  )
}
