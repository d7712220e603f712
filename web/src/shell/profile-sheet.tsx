import { goTo } from '../kernel/router.ts'
import { openSheet } from '../kernel/sheets.ts'
import { setTheme, type Theme, useTheme } from '../kernel/theme.ts'
import type { CurrentUser } from '../kernel/user.ts'
import { useUnread } from '../notify/parts/use-unread.ts'
import { leaveAccount } from '../session/parts/leave-account.ts'
import { useMerchants } from '../session/parts/merchants.ts'
import { Button } from '../ui/button.tsx'
import { Cell } from '../ui/cell.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Segmented } from '../ui/tabs.tsx'
import { Avatar, Badge } from '../ui/tag.tsx'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'auto', label: '自动' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
]

interface ProfileProps {
  open: boolean
  onClose: () => void
  user: CurrentUser
}

/** Who is signed in where, and the way to another merchant or out. */
export function ProfileSheet({ open, onClose, user }: ProfileProps) {
  const theme = useTheme()
  const unread = useUnread(open)
  const several = useMerchants(open).length > 1
  const leaveTo = (path: string) => {
    onClose()
    goTo(path)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="我的"
      flush
      footer={
        <Button variant="danger" size="l" block icon="logout" onClick={() => void leaveAccount().then(onClose)}>
          退出登录
        </Button>
      }
    >
      <Cell
        lead={<Avatar>{user.name.slice(0, 1)}</Avatar>}
        label={user.name}
        note={[user.mobile, user.roleNames.join('、')].filter(Boolean).join(' · ')}
      />
      <Cell label="商家" align="right" onClick={several ? () => openSheet('merchant') : undefined}>
        {user.merchantName}
      </Cell>
      <Cell label="消息" extra={<Badge count={unread} />} onClick={() => leaveTo('/notices')} />
      <Cell
        label="外观"
        align="right"
        extra={<Segmented label="外观" options={themes} value={theme} onChange={setTheme} />}
      />
      <Cell label="账号与安全" onClick={() => leaveTo('/profile')} />
      <Cell label="服务协议" onClick={() => leaveTo('/service-agreement')} />
      <Cell label="隐私政策" onClick={() => leaveTo('/privacy-policy')} />
    </Sheet>
  )
}
