import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { bindWechat } from '../../kernel/device/native-acts.ts'
import { loadUser } from '../../kernel/user.ts'
import { confirm } from '../../page/confirm.ts'
import { open } from '../../page/open.ts'
import { toast } from '../../ui/modal/toast.ts'
import { Cell } from '../../ui/show/cell.tsx'

/** The WeChat account: bound by the native app, unbound here; with an old session the server asks for an SMS code. */
export function Wechat({ bound }: { bound: boolean }) {
  const bind = useWrite(calls.partner.bindWechat, { onDone: () => void loadUser() })
  const unbind = useWrite(calls.partner.unbindWechat, {
    handles: ({ field }) => field === 'smsCode',
    onDone: () => void loadUser(),
    onFailure: ({ field }) => field === 'smsCode' && void withCode(),
  })
  const confirmUnbound = () => toast('已解绑微信')
  async function withCode() {
    if (await open(() => import('./unbind-sheet.tsx'), {})) confirmUnbound()
  }
  async function begin() {
    if (!bound) {
      const wechatCode = await bindWechat()
      if (wechatCode === null) return
      const done = await bind.run({ code: wechatCode })
      if (done) toast(`已绑定微信「${done.nickname}」`)
      return
    }
    const sure = await confirm({
      title: '解绑微信',
      body: '解绑后不能再用微信确认扫码登录',
      confirm: '解绑',
      danger: true,
    })
    if (sure && (await unbind.run({}))) confirmUnbound()
  }
  return (
    <Cell label="微信" align="right" onClick={() => void begin()}>
      {bound ? '已绑定' : '未绑定'}
    </Cell>
  )
}
