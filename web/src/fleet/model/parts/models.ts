import { calls, useRead } from '../../../kernel/call/calls.ts'

const none: readonly { readonly modelId: string; readonly name: string }[] = []

/** The models of the merchant, for an account that may see them; one page holds them all. */
export const useModels = (enabled: boolean): typeof none =>
  useRead(calls.model.list, { pageSize: 100 }, { enabled, freshFor: 600_000 }).data?.list ?? none
