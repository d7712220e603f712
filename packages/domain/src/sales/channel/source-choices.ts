import { type Source, source, sources } from '../../booking/order/codes.ts'

/**
 * Sources to choose from, in the order of their codes: offline, those of the merchant (named in its settings, or
 * connected), and `kept`, those that the edited record has already.
 */
export const offeredSources = (channels: readonly number[], kept: readonly number[] = []): Source[] =>
  sources.values.filter((one) => one === source.offline || channels.includes(one) || kept.includes(one))
