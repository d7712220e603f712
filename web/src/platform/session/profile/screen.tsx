import './profile.css'
import { useEffect, useEffectEvent } from 'react'
import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useInstall } from '../../../kernel/device/install.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { bindWechat } from '../../../kernel/device/native-acts.ts'
import { momentText } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, loadUser, useReach, useUser } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Answer, Page } from '../../../page/page.tsx'
import { Button, Card, Cell } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { MyInvitations } from '../parts/invitation/my-invitations.tsx'
import { leaveAccount } from '../parts/leave-account.ts'
import { sessionScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

async function changePassword() {
  if ((await open(sheets, 'PasswordSheet', {})) === 'forgotten') go(sessionScreens.forgotPassword)
}

/** The user's own data, password and devices. */
export default function Profile() {
  const user = useUser()
  const install = useInstall()
  const leaving = linkTo(useReach(), sessionScreens.leaveDemo, {})
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
        {leaving && <Cell label="清空演示，开始用自己的" {...leaving} />}
        <Cell label="注销账号" onClick={() => go(sessionScreens.cancelAccount)} />
        <Cell label="退出登录" onClick={() => void leaveAccount()} />
      </Card>
      <MyInvitations />
      <Devices />
    </Page>
  )
}

/** How notices reach this user besides text messages; ways that the installation does not offer are hidden. */
function Reached() {
  const { data } = useRead(calls.notify.reach, {})
  const unfollow = useWrite(calls.notify.unfollow)
  async function change(isOn: boolean) {
    if (!isOn) return void open(sheets, 'FollowSheet', {})
    const sure = await confirm({
      title: '停止微信接收消息',
      body: '停止后，待办和提醒不再发到你的微信',
      confirm: '停止',
      danger: true,
    })
    if (sure && (await unfollow.run({}))) toast('已停止微信接收消息')
  }
  if (data === undefined) return null
  const { push, wechat } = data
  return (
    <>
      {wechat !== null && (
        <Cell label="微信接收消息" align="right" onClick={() => void change(wechat)}>
          {wechat ? '已开启' : '未开启'}
        </Cell>
      )}
      {push !== null && isNative() && (
        <Cell label="App推送" align="right" note={push ? undefined : '请在手机的设置中允许车驿发送通知'}>
          {push ? '已开启' : '未开启'}
        </Cell>
      )}
    </>
  )
}

/** The devices of the user's sessions; every session but the current one can be ended. */
function Devices() {
  const devices = useRead(calls.session.devices, {}, { quiet: false })
  const end = useWrite(calls.session.endSession)

  async function send(sessionId: string, name: string) {
    const sure = await confirm({
      title: '强制下线',
      body: `「${name}」将立即退出登录`,
      confirm: '下线',
      danger: true,
    })
    if (sure) await end.run({ sessionId })
  }
  return (
    <Answer of={devices}>
      {({ list }) => (
        <Card title={`登录设备 ${list.length}`}>
          {list.map(({ id, device, ip, lastSeenAt, current }) => (
            <Cell
              key={id}
              label={device}
              note={<span className="num">{`${momentText(lastSeenAt)} · ${ip}`}</span>}
              extra={
                current ? (
                  <Tag tone="success">本机</Tag>
                ) : (
                  <Button size="s" variant="danger" onClick={() => void send(id, device)}>
                    下线
                  </Button>
                )
              }
            />
          ))}
        </Card>
      )}
    </Answer>
  )
}

/** The WeChat account: bound by the native app, or in a browser with the QR code on WeChat's page; it is unbound here. */
function Wechat({ bound }: { bound: boolean }) {
  const { code, state } = useScreen(sessionScreens.profile)
  const patch = usePatch()
  const page = useWrite(calls.partner.wechatPage)
  const onDone = () => void loadUser()
  const bind = useWrite(calls.partner.bindWechat, { onDone })
  const unbind = useWrite(calls.partner.unbindWechat, { onDone })
  async function bindBy(given: { code: string; state?: string }) {
    const done = await bind.run(given)
    if (done) toast(`已绑定微信「${done.nickname}」`)
  }
  // Returned from WeChat: a code is valid only once, so it is removed from the address.
  const returned = useEffectEvent(() => {
    patch({ code: undefined, state: undefined })
    if (code !== '') void bindBy({ code, state })
  })
  useEffect(() => {
    if (state !== '') returned()
  }, [state])
  async function leaveForWechat() {
    const { address } = (await page.run({})) ?? {}
    if (address === null) toast('请在App内绑定微信')
    else if (address !== undefined) location.assign(address)
  }
  async function begin() {
    if (!bound) {
      if (!isNative()) return leaveForWechat()
      const given = await bindWechat()
      return given === null ? undefined : bindBy({ code: given })
    }
    const sure = await confirm({
      title: '解绑微信',
      body: '解绑后不能再用微信确认扫码登录',
      confirm: '解绑',
      danger: true,
    })
    if (sure && (await unbind.run({}))) toast('已解绑微信')
  }
  return (
    <Cell label="微信" align="right" onClick={() => void begin()}>
      {bound ? '已绑定' : '未绑定'}
    </Cell>
  )
}
