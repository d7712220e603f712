import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** What a channel can be open to, or names in its own way. */
export type Kind = 'store' | 'model' | 'service'
export type Mapping = OutputOf<typeof calls.channel.mappings>[number]

export const nouns = { store: '门店', model: '车型', service: '服务' } as const
export const measures = { store: '家门店', model: '款车型', service: '项服务' } as const
