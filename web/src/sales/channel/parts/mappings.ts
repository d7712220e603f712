import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** What a channel can be open to. */
export type Kind = 'store' | 'model'
export type Mapping = OutputOf<typeof calls.channel.mappings>[number]

export const nouns = { store: '门店', model: '车型' } as const
export const measures = { store: '家门店', model: '款车型' } as const
