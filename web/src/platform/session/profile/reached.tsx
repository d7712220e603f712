import { calls, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { confirm } from '../../../page/confirm.ts'
import { open } from '../../../page/open.ts'
import { toast } from '../../../ui/modal/toast.ts'
import { Cell } from '../../../ui/show/cell.tsx'

/** How notices reach this user besides text messages; ways that the installation does not offer are hidden. */
export function Reached() {
  const { data } = useRead(calls.notify.reach, {})
  const unfollow = useWrite(calls.notify.unfollow)
  async function change(isOn: boolean) {
    if (!isOn) return void open(() => import('./follow-sheet.tsx'), {})
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
