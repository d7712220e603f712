import { type Fen, mulDiv, WHOLE_BP } from '../../../money.ts'
import { priceRuleModes } from '../../../sales/channel/codes.ts'
import type { ChannelTerms } from '../rules.ts'

const mode = priceRuleModes.code

/** Whether a channel without a rule of its own may sell by the general one. */
export const sellsByGeneralRule = (channel: ChannelTerms | null): boolean => channel?.mode !== mode.own

/**
 * The price of a channel without its own rule, from the merchant's general price: raised or lowered by the
 * channel's share and rounded half-up to its step (an unchanged price is not rounded), and at least its minimum.
 */
export function markUp(price: Fen, channel: ChannelTerms | null): Fen {
  if (channel === null) return price
  const share =
    channel.mode === mode.raised
      ? WHOLE_BP + channel.value
      : channel.mode === mode.lowered
        ? WHOLE_BP - channel.value
        : null
  const marked = share === null ? price : mulDiv(price, share, WHOLE_BP * channel.roundTo) * channel.roundTo
  return Math.max(marked, channel.minFen)
}

/**
 * Whether a channel's total is close enough to ours. Beyond the tolerance an adapter accepts the order and logs the
 * difference, while the open API refuses it.
 */
export const withinTolerance = (ours: Fen, theirs: Fen, toleranceFen: Fen): boolean =>
  Math.abs(ours - theirs) <= toleranceFen
