import type { CodeOf } from '../../enumeration.ts'
import { machine, startsAt } from '../../step.ts'
import { channelStatuses } from './codes.ts'

/* State machine of a channel (渠道), from 未开通 through its configuration to selling, and back. */

export const channelStatus = channelStatuses.code
export type ChannelStatus = CodeOf<typeof channelStatuses>
const s = channelStatus

/** Facts that decide whether a channel may be enabled or closed. */
export interface ChannelFacts {
  /** Active stores and models that are open to the channel. */
  readonly stores: number
  readonly models: number
  /** Pairs of these stores and models that have a price for the channel. */
  readonly priced: number
  /** Orders of the channel that are not finished. */
  readonly openOrders: number
}

/**
 * A channel whose orders are entered by staff has no connection to test. `fail` and `recover` follow the address to
 * which its orders are pushed.
 */
export const channelSteps = machine(channelStatuses, {
  entry: [s.notOpen],
  final: [],
  refusal: 'stale',
  steps: {
    apply: { from: [s.notOpen], to: s.configuring, by: 'channel.edit' },
    enable: {
      from: [s.configuring],
      to: s.enabled,
      by: 'channel.edit',
      guard: ({ stores, models, priced }: ChannelFacts) =>
        stores === 0 || models === 0 || priced === 0
          ? { key: 'mappingMissing', detail: { stores, models, priced } }
          : null,
    },
    pause: { from: [s.enabled, s.failing], to: s.paused, by: 'channel.edit' },
    resume: { from: [s.paused, s.failing], to: s.enabled, by: 'channel.edit' },
    close: {
      from: [s.configuring, s.paused, s.failing],
      to: s.notOpen,
      by: 'channel.edit',
      guard: ({ openOrders }: ChannelFacts) =>
        openOrders > 0 ? { key: 'channelHasOrders', detail: { count: openOrders } } : null,
    },
    fail: { from: [s.enabled], to: s.failing, by: 'system' },
    recover: { from: [s.failing], to: s.enabled, by: 'system' },
  },
})

/** Actions of a user on a channel. */
export const channelActions = ['apply', 'enable', 'pause', 'resume', 'close'] as const
export type ChannelAction = (typeof channelActions)[number]

export const channelActionNames: Readonly<Record<ChannelAction, string>> = {
  apply: '申请开通',
  enable: '启用',
  pause: '暂停',
  resume: '恢复',
  close: '关闭',
}

/** Actions that the machine has in a status, before any guard is checked. */
export const channelActionsOf = (status: ChannelStatus): ChannelAction[] =>
  channelActions.filter((action) => startsAt(channelSteps, action, status))

/** Statuses in which prices, limits and shares of a channel apply: it sells, or has sold. */
export const rulingStatuses: readonly ChannelStatus[] = [s.enabled, s.paused, s.failing]
/** Statuses in which a channel counts as one of the merchant's. */
export const connectedStatuses: readonly ChannelStatus[] = [s.configuring, ...rulingStatuses]

export const isConfiguring = (status: ChannelStatus): boolean => status === s.configuring
/** No new orders are accepted; existing ones go on. */
export const isPaused = (status: ChannelStatus): boolean => status === s.paused
export const sellingStatuses: readonly ChannelStatus[] = [s.enabled, s.failing]
export const isSelling = (status: ChannelStatus): boolean => sellingStatuses.includes(status)
export const isConnected = (status: ChannelStatus): boolean => connectedStatuses.includes(status)
