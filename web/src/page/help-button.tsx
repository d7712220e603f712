import { useRow } from '../kernel/page/pages.tsx'
import type { Screen } from '../kernel/page/screen.ts'
import { IconButton } from '../ui/layout.tsx'
import { open } from './open.ts'

const sheet = () => import('./manual/help-sheet.tsx')

/** Opens the manual's page for a screen over it. */
export const showHelp = (screen: string): void => void open(sheet, { screen })

/** Screens of staff have 怎么用; which page it opens stands in the pages of the manual (web/manual). */
export const hasHelp = ({ permission, forCustomers }: Screen): boolean => permission !== 'public' && !forCustomers

/** The button 怎么用 (help) beside the title of the screen that draws it; nothing on pages of customers. */
export function HelpButton() {
  const row = useRow()
  return hasHelp(row) && <IconButton name="help" label="怎么用" size={20} onClick={() => showHelp(row.name)} />
}
