import type { ChannelWire } from '@cheyi/domain/sales/channel/codes'
import { channelMessageNames } from '@cheyi/domain/sales/channel-push/event'
import { wireTerms } from '@cheyi/domain/sales/channel-push/wire'

/** What a protocol notifies a platform of, and what staff have to do on its pages. */
export function pushedNote(wire: ChannelWire): string {
  const { pushes, beforeCancel } = wireTerms[wire]
  const names = pushes.map((type) => channelMessageNames[type]).join('、')
  return `只通知平台${names}${beforeCancel === 'there' ? '；取消订单前，请先到平台的商家后台取消' : ''}`
}
