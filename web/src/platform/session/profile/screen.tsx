import './profile.css'
import { useInstall } from '../../../kernel/device/install.ts'
import { go } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Cell } from '../../../ui/show/cell.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { MyInvitations } from '../parts/invitation/my-invitations.tsx'
import { leaveAccount } from '../parts/leave-account.ts'
import { sessionScreens } from '../screens.ts'
import { Devices } from './devices.tsx'
import { Reached } from './reached.tsx'
import { Wechat } from './wechat.tsx'

async function changePassword() {
  if ((await open(() => import('./password-sheet.tsx'), {})) === 'forgotten') go(sessionScreens.forgotPassword)
}

/** The user's own data, password and devices. */
export default function Profile() {
  const user = useUser()
  const install = useInstall()
  if (!user) return null
  return (
    <Page>
      <Card pad>
        <KeyValue
          rows={[
            { label: '姓名', value: user.name },
            { label: '手机号', value: <span className="num">{user.mobile}</span> },
            { label: '所在商家', value: user.merchantName },
            { label: '角色', value: user.roleNames.join('、') || '无' },
          ]}
        />
      </Card>
      <Card>
        <Cell label="修改密码" onClick={() => void changePassword()} />
        <Cell label="两步验证" align="right" onClick={() => go(sessionScreens.secondFactor)}>
          {user.secondFactor.on ? '已开启' : '未开启'}
        </Cell>
        <Wechat bound={user.wxBound} />
        <Reached />
        {install && <Cell label="安装到桌面" note="像应用一样打开，没有网络也能继续办理" onClick={install} />}
        <Cell label="注销账号" onClick={() => go(sessionScreens.cancelAccount)} />
        <Cell label="退出登录" onClick={() => void leaveAccount()} />
      </Card>
      <MyInvitations />
      <Devices />
    </Page>
  )
}
