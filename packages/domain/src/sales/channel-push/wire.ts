import { type ChannelWire, channelWire } from '../channel/codes.ts'
import { type ChannelEventType, type ChannelMessageType, channelMessageTypes } from './event.ts'

/*
 * 接入方式: the protocols by which channels are notified. What a protocol sends is data, so that a protocol is added by a
 * row here and the form of its messages.
 */

interface WireTerms {
  /** Messages that it has; the platform is not notified of anything else. `stock.updated` has stock and prices. */
  readonly pushes: readonly ChannelMessageType[]
  /** What has to be done before an order is cancelled here; `there`: staff cancel it on the pages of the platform first. */
  readonly beforeCancel: 'nothing' | 'there'
}

export const wireTerms: Readonly<Record<ChannelWire, WireTerms>> = {
  [channelWire.open]: { pushes: channelMessageTypes, beforeCancel: 'nothing' },
  [channelWire.fliggy]: { pushes: ['order.picked_up', 'order.returned'], beforeCancel: 'there' },
}

export const isPushed = (wire: ChannelWire, type: ChannelMessageType): boolean => wireTerms[wire].pushes.includes(type)

/** Whether staff have to cancel an order on the pages of its platform, which is not notified; `by`: who cancelled it. */
export const isCancelledThere = (
  wire: ChannelWire,
  { type, by }: { readonly type: ChannelEventType; readonly by: string | null },
): boolean =>
  wireTerms[wire].beforeCancel === 'there' &&
  (type === 'order.cancelled' || type === 'order.refused') &&
  by !== 'channel'
