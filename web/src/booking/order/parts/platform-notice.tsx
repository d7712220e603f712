import { source as sources } from '@cheyi/domain/booking/order/codes'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Notice } from '../../../ui/layout.tsx'
import type { OrderDetail } from './order-words.ts'

interface PlatformNoticeProps {
  readonly order: Pick<OrderDetail, 'source' | 'channelOrderNo'> & {
    readonly fees: Pick<OrderDetail['fees'], 'byPlatform'>
  }
  readonly act: 'cancel' | 'arrange'
}

/** What staff have to settle with the platform first that sold an order; nothing for other orders. */
export function PlatformNotice({ order: { source, channelOrderNo, fees }, act }: PlatformNoticeProps) {
  const nameOf = useSourceNames()
  if (source === sources.offline || channelOrderNo === null) return null
  const of = `平台订单：${nameOf(source)} ${channelOrderNo}`
  if (act === 'arrange') return <Notice tone="warning">{`${of}，换成其他车型前请先征得平台同意`}</Notice>
  const back = fees.byPlatform ? '；平台收的款由平台退给客户，以平台的取消通知或对账单为准' : ''
  return (
    <Notice tone="warning">{`${of}，请先让平台取消。平台不取消而由门店取消的，请留存平台同意取消的凭证${back}`}</Notice>
  )
}
