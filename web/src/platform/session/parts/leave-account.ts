import { calls, feedback, send } from '../../../kernel/call/calls.ts'
import { putStorage } from '../../../kernel/device/native.ts'
import { dropUploads, unsentUploads } from '../../../kernel/media/uploads.ts'
import { go } from '../../../kernel/page/router.ts'
import { hasUnsent } from '../../../kernel/unsent.ts'
import { signOut } from '../../../kernel/user.ts'
import { sessionScreens } from '../screens.ts'

/**
 * Signs out: asks for confirmation if photos are not uploaded yet, ends the session on the server while the token
 * exists, and deletes the data of the user on this device. Without a network it still signs out locally.
 */
export async function leaveAccount(): Promise<void> {
  if (hasUnsent()) {
    const anyway = await feedback.ask({
      title: '还有交接未上传',
      text: '已在本机确认的交接还没有上传，退出后由本人重新登录才会继续，未上传的照片会丢失',
      confirm: '仍要退出',
      cancel: '继续上传',
    })
    if (!anyway) return
  }
  const unsent = await unsentUploads()
  if (unsent > 0) {
    const anyway = await feedback.ask({
      title: '还有照片未上传',
      text: `${unsent} 个文件还在上传，退出后将丢失`,
      confirm: '仍要退出',
      cancel: '继续上传',
    })
    if (!anyway) return
  }
  await send(calls.session.logout, {}).catch(() => undefined)
  await dropUploads()
  putStorage('taskManage', null)
  signOut()
  putStorage('token', null)
  putStorage('merchantId', null)
  go(sessionScreens.login, {}, { replace: true, force: true })
}
