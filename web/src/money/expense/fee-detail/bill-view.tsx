import { Vouchers } from '../../../booking/order/parts/vouchers.tsx'
import { Box, Card, Grid, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { type Bill, basisOf, depositAmount, enteredWords, type Line, sumsOf, toneInks } from './bill-words.ts'

export function SumsCard({ bill }: { bill: Bill }) {
  return (
    <Card className="num">
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

interface BillLineProps {
  readonly orderId: string
  readonly line: Line
  /** Name of its group: not said again. */
  readonly group?: string
  /** Author and time that the card says once. */
  readonly usual?: string
}

/** A charge with its calculation and vouchers. */
function BillLine({ orderId, line, group, usual }: BillLineProps) {
  const basis = basisOf(line)
  const isNamed = line.name !== group || basis === ''
  const entered = enteredWords(line)
  return (
    <FeeLine
      stacked
      label={isNamed ? line.name : <span className="ink-2">{basis}</span>}
      basis={
        <>
          {isNamed && basis}
          <Text block ink={3} size="xs">
            {entered !== usual && entered} <Vouchers orderId={orderId} ids={line.voucherIds} />
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
  const first = groups[0]?.lines[0]
  const usual = first && enteredWords(first)
  return (
    <>
      <Card pad title="费用项" extra={usual}>
        {groups.map(({ group, name, subtotal, lines }) => (
          <Box as="section" pad={[8, 0, 2]} line key={group} aria-label={name}>
            <Row as="h3" gap={12} align="stretch" justify="between" note weight="r" num>
              <span>{name}</span>
              {lines.length > 1 && (
                <span>
                  小计 <Money fen={subtotal} bare />
                </span>
              )}
            </Row>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and lines are never reordered.
              <BillLine key={index} orderId={bill.orderId} line={line} group={name} usual={usual} />
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
