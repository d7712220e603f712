import { open } from '../../../page/open.ts'
import type { Layer } from './layers.ts'

/** Opens the history of one price or of one store. */
export const openHistory = (filter: {
  readonly storeId?: string
  readonly modelId?: string
  readonly source?: Layer
}) => void open(() => import('./history-sheet.tsx'), { filter })

/** Opens the scheduled price changes. */
export const openPlans = (filter: { readonly storeId?: string; readonly modelId?: string }) =>
  void open(() => import('./plans-sheet.tsx'), { filter })
