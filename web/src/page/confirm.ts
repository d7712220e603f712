import type { ConfirmOptions } from '../ui/modal/dialog.tsx'
import { open } from './open.ts'

/** Asks a question. Returns true when confirmed; false for Esc, the mask and the cancel button. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> =>
  (await open(() => import('./confirm-dialog.tsx'), options)) === true
