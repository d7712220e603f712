import { type Source, source, sources } from '../order/codes.ts'

/** Codes that a merchant may tick: offline is always there. */
export const tickable: readonly Source[] = sources.values.filter((one) => one !== source.offline)

/**
 * The channels to choose from, in the order of their codes: offline, those that the merchant has (named in its settings, or
 * connected), and `kept`, which the record in hand names already.
 */
export const offeredSources = (channels: readonly number[], kept: readonly number[] = []): Source[] =>
  sources.values.filter((one) => one === source.offline || channels.includes(one) || kept.includes(one))
