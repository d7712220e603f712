import { calls, useRead } from '../../../kernel/call/calls.ts'

const none: readonly { readonly modelId: string; readonly name: string }[] = []

/** The merchant's models, for those who may see them; a merchant has far fewer than a page holds. */
export const useModels = (enabled: boolean): typeof none =>
  useRead(calls.model.list, { pageSize: 100 }, { enabled, freshFor: 600_000 }).data?.list ?? none
