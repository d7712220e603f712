import type { ReactNode } from 'react'
import { ask, calls, feedback, queries, useRead } from '../../../kernel/call/calls.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { useMay } from '../../../kernel/user.ts'
import { view, viewOf } from '../../../page/view.ts'
import { Text } from '../../../ui/layout.tsx'

interface VouchersProps {
  readonly orderId: string
  /** Ids of the pictures that prove the amount. */
  readonly ids: readonly string[]
}

const vouchersOf = (orderId: string) => ask(calls.driver.certificates, { orderId, kind: 'vouchers' as const })

/** The number of vouchers of an amount; an account with the permission can open them. Renders nothing if there are none. */
export function Vouchers({ orderId, ids }: VouchersProps) {
  const may = useMay('order.voucher')
  if (ids.length === 0) return null
  const words = `${ids.length}张凭证`
  if (!may) return words
  async function show() {
    try {
      // The links to the files expire, so they are requested again.
      const { vouchers } = await queries.fetchQuery(vouchersOf(orderId))
      const mine = vouchers.filter(({ media }) => ids.includes(media.mediaId))
      if (mine.length === 0) feedback.toast('凭证文件已不存在', 'error')
      else view(mine.map(({ from, media }) => viewOf(`${from}凭证`)(media)))
    } catch (error) {
      if (error instanceof CallFailure) feedback.toast(error.message, 'error')
    }
  }
  return (
    <Text as="button" type="button" ink="link" reach onClick={() => void show()}>
      {words}
    </Text>
  )
}

/** All vouchers of an order, for an account that may see them; null if there are none. */
export function useOrderVouchers(orderId: string): ReactNode {
  const may = useMay('order.voucher')
  const { data } = useRead(calls.driver.certificates, { orderId, kind: 'vouchers' }, { enabled: may })
  if (data === undefined || data.vouchers.length === 0) return null
  return <Vouchers orderId={orderId} ids={data.vouchers.map(({ media }) => media.mediaId)} />
}
