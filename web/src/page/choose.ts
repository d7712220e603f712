import type { Action } from '../ui/modal/sheet.tsx'
import { open } from './open.ts'

/** A list of actions to choose from. @returns the key of the chosen one, or undefined when it was closed */
export const choose = (title: string, actions: readonly Action[]): Promise<string | undefined> =>
  open(() => import('./choose-sheet.tsx'), { title, actions })
