import { useState } from 'react'

export interface SheetState {
  readonly open: boolean
  /** Opened at least once: loads its code, and keeps it mounted for the closing animation. */
  readonly wanted: boolean
  readonly show: () => void
  readonly close: () => void
}

/** A sheet whose code is loaded by the first tap. */
export function useSheet(): SheetState {
  const [open, setOpen] = useState<boolean>()
  return { open: open === true, wanted: open !== undefined, show: () => setOpen(true), close: () => setOpen(false) }
}
