import { useEffect, useEffectEvent } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { bindWechat } from '../../../kernel/device/native-acts.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { loadUser } from '../../../kernel/user.ts'
import { confirm } from '../../../page/confirm.ts'
import { toast } from '../../../ui/modal/toast.ts'
import { Cell } from '../../../ui/show/cell.tsx'
import { sessionScreens } from '../screens.ts'

/** The WeChat account: bound by the native app, or in a browser with the QR code on WeChat's page; it is unbound here. */
export function Wechat({ bound }: { bound: boolean }) {
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
