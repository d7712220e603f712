import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { tollStatuses } from '@cheyi/domain/rental/toll/codes'
import { isToReturn, tollName, tollSteps } from '@cheyi/domain/rental/toll/toll'
import { can } from '@cheyi/domain/step'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { supplementScreensOf } from '../../../money/supplement/screens.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, MainButton, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { TollLine } from './toll-line.ts'

const endSheets = () => import('./end-sheets.tsx')

/** A line of a bill: all of its facts, and what may be done with it. */
export default function LineSheet({ line, answer }: { readonly line: TollLine } & Asks<true>) {
  const reach = useReach()
  const mayMatch = useMay('violation.handle')
  const mayCharge = useMay('order.supplement')
  const { status, orderId, orderNo, orderKind, supplementId } = line
  const order = orderId !== null && orderNo !== null && orderKind !== null ? { orderId, orderNo, orderKind } : undefined
  const link = order && orderLink(reach, order)
  const charged =
    order && supplementId !== null
      ? linkTo(reach, supplementScreensOf(order.orderKind).supplement, { orderId: order.orderId })
      : undefined
  const toReturn = isToReturn(status)
  const allows = (step: 'match' | 'waive' | 'void') => can(tollSteps, step, status).ok
  const voids = mayMatch && allows('void')
  const waives = mayCharge && allows('waive')
  // Money back only misses its car, or its card was in another one.
  const matches = mayMatch && allows('match') && (line.fen > 0 || line.vehicleId === null || line.cardNo !== '')
  const WaiveButton = matches ? Button : MainButton
  async function act(sheet: Promise<unknown>) {
    if (await sheet) answer(true)
  }
  return (
    <OpenedSheet
      title={`${tollName(line)} ${formatMoney(Math.abs(line.fen))}`}
      footer={
        voids || waives ? (
          <>
            {voids && (
              <Button size="l" onClick={() => void act(open(endSheets, 'VoidSheet', { line }))}>
                作废
              </Button>
            )}
            {waives && (
              <WaiveButton size="l" onClick={() => void act(open(endSheets, 'WaiveSheet', { line }))}>
                {toReturn ? '已退客户' : '不收'}
              </WaiveButton>
            )}
            {matches && (
              <MainButton onClick={() => void act(open(() => import('./match-sheet.tsx'), { line }))}>
                {orderId === null ? '匹配' : '改匹配'}
              </MainButton>
            )}
          </>
        ) : undefined
      }
    >
      <Stack gap={12}>
        {toReturn && (
          <Notice tone="warning">
            服务商已退回这笔费用，原账单已向客户收取。补款未付的，取消补款后其余账单可重新收取；已付的，在订单中退款后点「已退客户」
          </Notice>
        )}
        <KeyValue
          rows={[
            { label: '状态', value: tollStatuses.text(status), note: line.reason || undefined },
            {
              label: line.plate === '' ? '卡号' : '车牌',
              value: line.plate === '' ? line.cardNo : displayPlate(line.plate),
            },
            ...(line.plate !== '' && line.cardNo !== '' ? [{ label: '卡号', value: line.cardNo }] : []),
            ...(line.inAt === null ? [] : [{ label: '进入时间', value: formatDateTime(line.inAt) }]),
            { label: line.inAt === null ? '时间' : '离开时间', value: formatDateTime(line.outAt) },
            ...(line.place === '' ? [] : [{ label: '地点', value: line.place }]),
            ...(line.provider === '' ? [] : [{ label: '服务商', value: line.provider }]),
            ...(line.lineNo === null ? [] : [{ label: '流水号', value: line.lineNo }]),
            ...(line.renterName === null ? [] : [{ label: '用车客户', value: line.renterName, note: orderNo }]),
          ]}
        />
        {(link || charged) && (
          <Row gap={8} wrap>
            {link && (
              <Button size="s" onClick={() => link.onClick()}>
                查看订单
              </Button>
            )}
            {charged && (
              <Button size="s" onClick={() => charged.onClick()}>
                查看补款
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </OpenedSheet>
  )
}
