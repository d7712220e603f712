import { useState } from 'react'

export interface SheetState {
  readonly open: boolean
  /** Asked for at least once: its code is fetched then, and it stays for its closing motion. */
  readonly wanted: boolean
  readonly show: () => void
  readonly close: () => void
}

/** A sheet whose code comes with the first tap. */
export function useSheet(): SheetState {
  const [open, setOpen] = useState<boolean>()
  return { open: open === true, wanted: open !== undefined, show: () => setOpen(true), close: () => setOpen(false) }
}
