import { useRow } from '../kernel/page/pages.tsx'
import type { Screen } from '../kernel/page/screen.ts'
import { IconButton } from '../ui/layout.tsx'
import { open } from './open.ts'

const sheet = () => import('./manual/help-sheet.tsx')

/** Opens the manual's page for a screen over it. */
export const showHelp = (screen: string): void => void open(sheet, { screen })

/** Screens of staff have 怎么用; which page it opens stands in the pages of the manual (web/manual). */
export const hasHelp = ({ permission, forCustomers }: Screen): boolean => permission !== 'public' && !forCustomers

/** 怎么用 beside the title of the calling screen. */
export function HelpButton() {
  const row = useRow()
  return hasHelp(row) && <IconButton name="help" label="怎么用" size={20} onClick={() => showHelp(row.name)} />
}
