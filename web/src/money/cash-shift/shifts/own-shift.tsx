import { payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { formatNear } from '@cheyi/domain/near'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { Box, Button, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { cashShiftScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

type Shift = NonNullable<OutputOf<typeof calls.cashShift.state>['shift']>

/** The open shift of the cashier, which receives new payments, or a button to open one. */
export function OwnShift() {
  return (
    <Box pad={[12, 12, 10]}>
      <Answer of={useRead(calls.cashShift.state, {})}>
        {({ shift }) => (shift === null ? <NoShift /> : <Running shift={shift} />)}
      </Answer>
    </Box>
  )
}

function NoShift() {
  const mayHandIn = useMay('data.money')
  return (
    <Card pad title="未开班">
      <Note>开班后登记的线下收款和退款计入本班，交班时清点</Note>
      <Row gap={8} top={12} justify="end" wrap>
        {mayHandIn && (
          <Button size="s" onClick={() => void open(sheets, 'HandInSheet', { left: null })}>
            交存银行
          </Button>
        )}
        {mayHandIn && (
          <Button size="s" onClick={() => void open(sheets, 'HandInsSheet', {})}>
            交存记录
          </Button>
        )}
        <Button size="s" variant="primary" onClick={() => void open(() => import('../parts/open-sheet.tsx'), {})}>
          开班
        </Button>
      </Row>
    </Card>
  )
}

function Running({ shift }: { shift: Shift }) {
  const now = useNow()
  const { lines, opening, openedAt, storeId, storeName } = shift
  const cash = lines.find(({ way }) => way === payWay.cash)
  const left = cash?.expected ?? 0
  const handedIn = cash?.handedIn ?? 0
  return (
    <Card pad title={`我的班次 · ${storeName}`} extra={<Tag tone="success">进行中</Tag>}>
      <Row gap={8} align="baseline">
        <Text ink={2}>现金应有</Text>
        <Money fen={left} size="xl" />
      </Row>
      <Note num>
        {[`${formatNear(openedAt, now)} 开班`, `清点 ¥${yuan(opening)}`, handedIn > 0 && `已交存 ¥${yuan(handedIn)}`]
          .filter(Boolean)
          .join(' · ')}
      </Note>
      <Compare
        caption="本班收退款，单位元"
        columns={['收款', '退款', '应有']}
        rows={lines.map(({ way, received, paidBack, expected }) => ({
          label: payWays.text(way),
          cells: [yuan(received), yuan(paidBack), yuan(expected)],
        }))}
      />
      <Row gap={8} top={12} justify="end" wrap>
        <Button size="s" onClick={() => go(cashShiftScreens.shift, { shiftId: shift.id })}>
          本班收付明细
        </Button>
        <Button
          size="s"
          reason={left > 0 ? undefined : '没有可交存的现金'}
          onClick={() => void open(sheets, 'HandInSheet', { storeId, left })}
        >
          交存银行
        </Button>
        <Button
          size="s"
          variant="primary"
          onClick={() => void open(() => import('../parts/close-sheet.tsx'), { shiftId: shift.id })}
        >
          交班
        </Button>
      </Row>
    </Card>
  )
}
