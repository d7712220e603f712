import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatPeriod } from '@cheyi/domain/near'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Items } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { Answer, Page } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Box, Card, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { flowColumns, openMovement } from '../../payment/parts/flow-columns.tsx'
import { CloseButton, mayClose, type Shift, shiftMarks } from '../parts/shift-words.tsx'
import { cashShiftScreens } from '../screens.ts'

/** The payment movements of a shift, the newest first. */
export default function ShiftScreen() {
  const { shiftId } = useScreen(cashShiftScreens.shift)
  const list = useListPage(calls.payment.flowList, { shiftId }, { noun: '收付', keyOf: ({ id }) => id })
  return (
    <Page fill right={list.refresh}>
      <Items
        of={list}
        first={list.first}
        columns={flowColumns}
        unit="笔"
        link={(_, movement) => ({ onClick: () => void openMovement(movement) })}
        head={<Head shiftId={shiftId} />}
      />
    </Page>
  )
}

function Head({ shiftId }: { readonly shiftId: string }) {
  return (
    <Box pad={[12, 12, 10]}>
      <Answer of={useRead(calls.cashShift.page, { shiftId })}>
        {({ list: [shift] }) => shift && <ShiftCard shift={shift} />}
      </Answer>
    </Box>
  )
}

/** A shift of a cashier: times, counted amounts and differences. */
function ShiftCard({ shift }: { readonly shift: Shift }) {
  const now = useNow()
  const { storeName, cashierName, openedAt, closedAt, opening, counts, handedIn, difference, reason } = shift
  const apart = shift.openingDifference
  const begun = [
    `开班 ${formatMoney(opening)}`,
    apart !== 0 && `比账面${apart < 0 ? '少' : '多'} ${formatMoney(Math.abs(apart))}：${shift.openingReason}`,
    handedIn > 0 && `交存 ${formatMoney(handedIn)}`,
    difference !== 0 && `差额 ${formatMoney(difference)}`,
  ]
  return (
    <Card
      pad
      title={`${cashierName} · ${storeName}`}
      extra={mayClose(shift) ? <CloseButton item={shift} /> : <Tags of={shiftMarks(shift)} />}
    >
      <Note num>{formatPeriod(openedAt, closedAt, now)}</Note>
      <Note num>{begun.filter(Boolean).join(' · ')}</Note>
      <Photos photos={shift.vouchers} noun="存款凭证" />
      {counts.length > 0 && (
        <Stack as="dl" gap={4} pad={[8, 12]} top={8} fill="page" round size="s" num>
          {counts.map(({ way, expected, counted }) => (
            <Row key={way} gap={8} justify="between">
              <dt>{payWays.text(way)}</dt>
              <dd>
                {counted !== expected && (
                  <Text as="del" ink={3}>
                    {formatMoney(expected)}
                  </Text>
                )}{' '}
                {formatMoney(counted)}
              </dd>
            </Row>
          ))}
        </Stack>
      )}
      {reason !== '' && (
        <Note top={8}>{[reason, shift.signedByName && `${shift.signedByName} 复核`].filter(Boolean).join(' · ')}</Note>
      )}
    </Card>
  )
}
