import type { ConfirmOptions } from '../ui/modal/dialog.tsx'
import { open } from './open.ts'

/** Asks and answers true when confirmed; Esc, the mask and the cancel button answer false. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> =>
  (await open(() => import('./confirm-dialog.tsx'), options)) === true
