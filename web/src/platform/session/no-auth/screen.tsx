import './no-auth.css'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, screenNamed } from '../../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Button, Card, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { WhoMay } from '../../referral/parts/who-may.tsx'
import { useMerchants } from '../parts/merchant/merchants.ts'
import { sessionScreens } from '../screens.ts'

/** Names the missing permission and who can grant it. */
export default function NoAuth() {
  const { entry, ...record } = useScreen(sessionScreens.noAuth)
  const user = useUser()
  const several = useMerchants().length > 1
  const row = screenNamed(entry)
  const missing = row?.title
  // The user has the permission, but only for some stores, and the screen requires it for all stores.
  const narrow = row?.whole !== undefined && mayOpen({ permission: row.permission }, user)
  const account = [user?.name, user?.roleNames.join('、')].filter(Boolean).join(' · ')
  return (
    <Page onBack={null}>
      <Stack gap={12} pad={[0, 20]} full className="no-auth">
        <Empty
          art="locked"
          title={missing ? `没有「${missing}」权限` : '没有权限'}
          note={narrow ? '仅管理全部门店的账号可打开' : '请有权限的同事办理，或在「账号与权限」中开通'}
        />
        {!narrow && Array.isArray(row?.permission) && <WhoMay act={row.permission[0]} {...record} />}
        <Card pad>
          <KeyValue
            rows={[
              { label: '当前账号', value: account },
              { label: '所在商家', value: user?.merchantName ?? '' },
            ]}
          />
        </Card>
        <Button variant="primary" size="l" onClick={() => goTo('/', { replace: true })}>
          回工作台
        </Button>
        {several && (
          <Button size="l" onClick={() => void open(() => import('../parts/merchant/merchant-sheet.tsx'), {})}>
            切换商家
          </Button>
        )}
      </Stack>
    </Page>
  )
}
