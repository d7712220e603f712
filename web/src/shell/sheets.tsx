import { goTo } from '../kernel/router.ts'
import { openSheet, type ShellSheet } from '../kernel/sheets.ts'
import type { CurrentUser } from '../kernel/user.ts'
import { ActionSheet } from '../ui/sheet.tsx'
import type { Beginning } from './entries.ts'
import { MerchantSheet } from './merchant-sheet.tsx'
import { ProfileSheet } from './profile-sheet.tsx'
import { StoreSheet } from './store-sheet.tsx'

const close = () => openSheet(null)

interface SheetsProps {
  shown: ShellSheet | null
  user: CurrentUser
  beginnings: readonly Beginning[]
}

/** The sheets that the bars and the pages open; their code comes with the first one. */
export default function Sheets({ shown, user, beginnings }: SheetsProps) {
  return (
    <>
      <ActionSheet
        open={shown === 'new'}
        onClose={close}
        title="新建"
        actions={beginnings.map(({ path: key, ...words }) => ({ key, ...words }))}
        onPick={(path) => goTo(path)}
      />
      <ProfileSheet open={shown === 'profile'} onClose={close} user={user} />
      <MerchantSheet open={shown === 'merchant'} onClose={close} user={user} />
      <StoreSheet open={shown === 'store'} onClose={close} />
    </>
  )
}
