import { open } from '../../../page/open.ts'
import type { Layer } from './layers.ts'

/** Who changed which prices: of one price, or of a store as a whole. */
export const openHistory = (filter: {
  readonly storeId?: string
  readonly modelId?: string
  readonly source?: Layer
}) => void open(() => import('./history-sheet.tsx'), { filter })

/** Changes that wait for their day. */
export const openPlans = (filter: { readonly storeId?: string; readonly modelId?: string }) =>
  void open(() => import('./plans-sheet.tsx'), { filter })
