import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { Box, Grid, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { type Bill, basisOf, depositAmount, enteredWords, type Line, sumsOf, toneInks } from './bill-words.ts'

export function SumsCard({ bill }: { bill: Bill }) {
  return (
    <Card className="fee-detail-sums num">
      <Grid as="dl" fit={76} gap={[8, 0]} pad={[14, 8, 6]} text="center">
        {sumsOf(bill).map(({ label, fen, tone }) => (
          <div key={label}>
            <Note as="dt">{label}</Note>
            <Text as="dd" ink={toneInks[tone]} weight="b">
              {yuan(fen)}
            </Text>
          </div>
        ))}
      </Grid>
      <Text as="p" pad={[0, 0, 10]} ink={2} size="xs" text="center">
        单位：元
      </Text>
    </Card>
  )
}

/** A charge with its calculation, author and vouchers. */
function BillLine({ orderId, line }: { readonly orderId: string; readonly line: Line }) {
  return (
    <FeeLine
      stacked
      label={line.name}
      basis={
        <>
          {basisOf(line)}
          <Text block ink={3} size="xs">
            {enteredWords(line)} <Vouchers orderId={orderId} ids={line.voucherIds} />
          </Text>
        </>
      }
      fen={line.amount}
    />
  )
}

/** All charges by group with formula and subtotal; deposits are listed separately. */
export function BillView({ bill }: { bill: Bill }) {
  const { groups, deposits, receivable, writeOffs, offsets } = bill
  return (
    <>
      <Card pad title="费用项">
        {groups.length === 0 && (
          <Text as="p" ink={3}>
            暂无费用
          </Text>
        )}
        {groups.map(({ group, name, subtotal, lines }) => (
          <Box as="section" pad={[8, 0, 2]} line key={group} aria-label={name}>
            <Row as="h3" gap={12} align="stretch" justify="between" note weight="r" num>
              <span>{name}</span>
              <span>
                小计 <Money fen={subtotal} />
              </span>
            </Row>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines are never reordered.
              <BillLine key={index} orderId={bill.orderId} line={line} />
            ))}
          </Box>
        ))}
        {groups.length > 0 && <FeeTotal label="应收合计" fen={receivable} />}
        {[...writeOffs, ...offsets].map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered.
          <BillLine key={index} orderId={bill.orderId} line={line} />
        ))}
      </Card>
      {deposits.length > 0 && (
        <Card pad title="押金" extra="不计入应收">
          <KeyValue
            rows={deposits.map((row) => ({
              label: row.name,
              value: <Money fen={depositAmount(row)} />,
              note: row.state,
            }))}
          />
        </Card>
      )}
    </>
  )
}
