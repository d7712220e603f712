import { calls, send } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { putStorage } from '../../../kernel/device/native.ts'
import { dropUploads, unsentUploads } from '../../../kernel/media/uploads.ts'
import { go } from '../../../kernel/page/router.ts'
import { hasUnsent } from '../../../kernel/unsent.ts'
import { signOut } from '../../../kernel/user.ts'
import { sessionScreens } from '../screens.ts'

/**
 * Signs out: asks first when photos are still on their way, tells the server while the token is there, and forgets
 * what this phone kept of the person. Without a network it signs out here all the same.
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
  const unsent = unsentUploads()
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
