import { lazy } from 'react'

/** Sheets that open on some pages of the room, fetched when they do. */
export const HistorySheet = lazy(() => import('./history-sheet.tsx'))
export const PlansSheet = lazy(() => import('./plans-sheet.tsx'))
