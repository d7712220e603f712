import type { CodeOf } from '../enumeration.ts'
import { machine } from '../step.ts'
import { channelStatuses } from './codes.ts'

/*
 * 渠道: from 未开通 by its settings to what is sold there, and back.
 */

export const channelStatus = channelStatuses.code
export type ChannelStatus = CodeOf<typeof channelStatuses>
const s = channelStatus

/** What decides whether a channel may go on sale, and off it for good. */
export interface ChannelFacts {
  /** Stores and models that are open to it, of those that are in use. */
  readonly stores: number
  readonly models: number
  /** Of these, pairs of a store and a model that have a price for it. */
  readonly priced: number
  /** Orders of it that are not over. */
  readonly openOrders: number
}

/**
 * A channel whose orders staff type needs no test of a connection; what a platform does by itself (`fail`) waits for the door
 * that it comes by.
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
  },
})

/** What a person does with a channel. */
export const channelActions = ['apply', 'enable', 'pause', 'resume', 'close'] as const
export type ChannelAction = (typeof channelActions)[number]

export const channelActionNames: Readonly<Record<ChannelAction, string>> = {
  apply: '申请开通',
  enable: '启用',
  pause: '暂停',
  resume: '恢复',
  close: '关闭',
}

/** What the machine knows in a status, whatever its guards say. */
export const channelActionsOf = (status: ChannelStatus): ChannelAction[] =>
  channelActions.filter((action) => channelSteps.steps[action].from.some((from) => from === status))

/** Statuses in which its prices, limits and shares hold: it sells, or has sold. */
export const rulingStatuses: readonly ChannelStatus[] = [s.enabled, s.paused, s.failing]
/** Statuses in which it is one of the merchant's channels. */
export const connectedStatuses: readonly ChannelStatus[] = [s.configuring, ...rulingStatuses]

/** Its settings are not done. */
export const isConfiguring = (status: ChannelStatus): boolean => status === s.configuring
/** Nothing new is sold there; what stands goes on. */
export const isPaused = (status: ChannelStatus): boolean => status === s.paused
export const sellingStatuses: readonly ChannelStatus[] = [s.enabled, s.failing]
export const isSelling = (status: ChannelStatus): boolean => sellingStatuses.includes(status)
export const isConnected = (status: ChannelStatus): boolean => connectedStatuses.includes(status)
