import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Box, Button, Card, Cell } from '../../../ui/layout.tsx'

export type StorePay = OutputOf<typeof calls.merchant.storePay>[number]

const isOwn = ({ payWays: ways, maxPayment }: StorePay): boolean => ways !== null || maxPayment !== null

/** The settings that a store has of its own, as text. */
const words = ({ payWays: ways, maxPayment }: StorePay): string =>
  [ways?.map((way) => payWays.text(way)).join('、'), maxPayment !== null && `单笔上限${formatMoney(maxPayment)}`]
    .filter(Boolean)
    .join('，')

/** Stores whose payment settings differ from those of the merchant. */
export function StorePayCard() {
  const { data } = useRead(calls.merchant.storePay, {})
  if (data === undefined || data.length === 0) return null
  const others = data.filter((one) => !isOwn(one))
  const edit = (store?: StorePay) => open(() => import('./store-pay-sheet.tsx'), { store, others })
  return (
    <Card title="门店单独设置">
      {data.filter(isOwn).map((one) => (
        <Cell key={one.storeId} label={one.name} note={words(one)} onClick={() => void edit(one)} />
      ))}
      {others.length > 0 && (
        <Box pad={[12, 16]}>
          <Button variant="tint" onClick={() => void edit()}>
            添加门店设置
          </Button>
        </Box>
      )}
    </Card>
  )
}
