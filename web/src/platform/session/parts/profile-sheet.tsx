import { setTheme, type Theme, useTheme } from '../../../kernel/device/theme.ts'
import { goTo } from '../../../kernel/page/router.ts'
import type { Screen } from '../../../kernel/page/screen.ts'
import { useUser } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Button, Cell } from '../../../ui/layout.tsx'
import { Avatar, Badge } from '../../../ui/show/tag.tsx'
import { useUnread } from '../../notify/parts/use-unread.ts'
import { notifyScreens } from '../../notify/screens.ts'
import { sessionScreens } from '../screens.ts'
import { leaveAccount } from './leave-account.ts'
import { useMerchants } from './merchant/merchants.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'auto', label: '自动' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
]

interface ProfileProps extends Asks<true> {
  /** Opens 全部功能. */
  readonly onAll: () => void
}

/** The signed-in user and merchant, with the ways to another merchant and to sign out. */
export default function ProfileSheet({ answer, onAll }: ProfileProps) {
  const user = useUser()
  const theme = useTheme()
  const unread = useUnread()
  const several = useMerchants().length > 1
  const leaveTo = (row: Screen) => {
    answer(true)
    goTo(row.path)
  }
  function change() {
    answer(true)
    void open(() => import('./merchant/merchant-sheet.tsx'), {})
  }
  if (user === null) return null
  return (
    <OpenedSheet
      title="我的"
      flush
      footer={
        <Button
          variant="danger"
          size="l"
          block
          icon="logout"
          onClick={() => void leaveAccount().then(() => answer(true))}
        >
          退出登录
        </Button>
      }
    >
      <Cell
        lead={<Avatar>{user.name.slice(0, 1)}</Avatar>}
        label={user.name}
        note={[user.mobile, user.roleNames.join('、')].filter(Boolean).join(' · ')}
      />
      <Cell label="商家" align="right" onClick={several ? change : undefined}>
        {user.merchantName}
      </Cell>
      <Cell
        label="全部功能"
        onClick={() => {
          answer(true)
          onAll()
        }}
      />
      <Cell label="消息" extra={<Badge count={unread} />} onClick={() => leaveTo(notifyScreens.notices)} />
      <Cell
        label="外观"
        align="right"
        extra={<Segmented label="外观" options={themes} value={theme} onChange={setTheme} />}
      />
      <Cell label="账号与安全" onClick={() => leaveTo(sessionScreens.profile)} />
      <Cell label="服务协议" onClick={() => leaveTo(sessionScreens.serviceAgreement)} />
      <Cell label="隐私政策" onClick={() => leaveTo(sessionScreens.privacyPolicy)} />
    </OpenedSheet>
  )
}
